/**
 * Whether a client reads why its socket is refused, and connects again by itself, as our page does:
 * its address says `refusals=read`. Others leave reconnecting to Socket.IO, which takes a refused
 * socket as final. Source: decisions T-12.
 */
export function readsRefusals(query: { readonly refusals?: unknown } | undefined): boolean {
  return query?.refusals === 'read';
}
