/**
 * Told on the window when there may be news for somebody after they have closed the page: they have
 * written a message, or it is their turn.
 */
export const newsAwaited = 'parlour.news-awaited';

/** Tells it. */
export function awaitNews(): void {
  window.dispatchEvent(new Event(newsAwaited));
}
