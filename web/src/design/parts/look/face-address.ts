/** The address of a face's preview; of the picture itself, if it is smaller. */
export function addressOfFace(address: string, width: 320 | 1280): string {
  return `${address}?w=${width}`;
}
