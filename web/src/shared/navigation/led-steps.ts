/**
 * Whether this step of the tab's history, of the router's key, has led to what its address names. A
 * reload and Back find the place that the reader had then.
 */
export function hasLed(key: string): boolean {
  const state = window.history.state as { readonly led?: string } | null; // as written below
  return state?.led === key;
}

export function noteLed(key: string): void {
  window.history.replaceState({ ...(window.history.state as object | null), led: key }, ''); // the router's own
}
