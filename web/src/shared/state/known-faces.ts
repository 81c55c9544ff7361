import { canonicalName } from '@parlour/contracts/text/checks';
import { type FaceAddress, faces, listeners } from './faces.ts';

/** Takes over pictures of people; undefined forgets what was known. */
export function learnFaces(known: Iterable<readonly [username: string, face: FaceAddress | undefined]>): void {
  for (const [username, face] of known) {
    const name = canonicalName(username);
    if (face === undefined) faces.delete(name);
    else faces.set(name, face);
  }
  for (const listener of listeners.onKnown) listener();
}

/** Whoever signs in next may see others. */
export function forgetFaces(): void {
  faces.clear();
  learnFaces([]);
}
