import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { useLeaving } from './use-leaving.ts';

test('who sets out is known to leave before anything is drawn anew; what changes on the page is no leaving', async () => {
  let isLeaving = (): boolean => false;
  function Page() {
    isLeaving = useLeaving();
    return <p>here</p>;
  }
  const { router } = renderPage(<Page />, { at: '/here' });
  expect(isLeaving()).toBe(false);
  await act(async () => {
    await router.navigate('/here?search=oak');
  });
  expect(isLeaving()).toBe(false);
  await act(async () => {
    const arrived = router.navigate('/elsewhere');
    expect(isLeaving()).toBe(true);
    await arrived;
  });
  expect(screen.getByText('elsewhere')).toBeInTheDocument();
});
