/** Resolves in the next frame: then the store has notified the page. */
export const nextFrame = () => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve()));
