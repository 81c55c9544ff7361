import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { nextFrame } from '../../../shared/testing/next-frame.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Room } from '../chats/room.tsx';
import { said, serveRoom } from '../testing/talk.tsx';

const address = '/messaging?message=m1';

/** Opens the address of a message. It is far above the box, and another at the edge. */
async function open() {
  serveRoom(['m1', 'm2', 'm3'].map((id) => said(id)));
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.getAttribute('data-id') === 'm1' ? -500 : 0, 100, 100);
  });
  const { router } = renderPage(<Room linked="m1" />, { at: address });
  await screen.findByText('text of m1');
  // In which the history still holds the row.
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  return { router, box: () => screen.getByRole('log') };
}

test('[M-8] the link to a message leads there again, also if the address is the same', async () => {
  const { router, box } = await open();
  expect(box().scrollTop).toBeLessThan(-500);
  box().scrollTop = 0;
  await act(() => router.navigate(address));
  expect(box().scrollTop).toBeLessThan(-500);
});

test('[M-8] Back to the address of a message finds the place that the reader had', async () => {
  const { router, box } = await open();
  box().scrollTop = -300;
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate(-1));
  expect((await screen.findByText('text of m1')).closest('li')).toHaveAttribute('data-marked', 'true');
  expect(box().scrollTop).toBe(0);
});
