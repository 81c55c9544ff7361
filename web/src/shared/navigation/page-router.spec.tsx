import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderPage } from '../testing/render-page.tsx';
import { useLeaving } from './page-router.ts';

test('leaving is known before the next page renders; a change of the query is not leaving', async () => {
  let isLeaving: ReturnType<typeof useLeaving> = () => false;
  function Page() {
    isLeaving = useLeaving();
    return <p>here</p>;
  }
  const { router } = renderPage(<Page />, { at: '/here' });
  expect(isLeaving()).toBe(false);
  await act(async () => {
    const arrived = router.navigate('/here?search=oak');
    expect([isLeaving(), isLeaving('address')]).toEqual([false, true]);
    await arrived;
  });
  expect([isLeaving(), isLeaving('address')]).toEqual([false, false]);
  await act(async () => {
    const arrived = router.navigate('/elsewhere');
    expect(isLeaving()).toBe(true);
    await arrived;
  });
  expect(screen.getByText('elsewhere')).toBeInTheDocument();
});
