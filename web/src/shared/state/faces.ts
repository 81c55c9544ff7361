import { canonicalName } from '@parlour/contracts/text/checks';
import { deletedUserName } from '@parlour/contracts/limits';
import { useEffect, useSyncExternalStore } from 'react';

/** The address of somebody's picture; null for those who have none. */
export type FaceAddress = string | null;

/**
 * The pictures of people by their canonical names, as far as they are known. Most places that show
 * somebody have only a name, so those who are shown are asked for together, once: by
 * `followFaces` in faces.api.ts, which comes after the first screen.
 */
const faces = new Map<string, FaceAddress>();
const wanted = new Set<string>();
const listeners = new Set<() => void>();
let onWanted = (): void => undefined;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever somebody is shown whose picture is not known; nobody, without a callback. */
export function whenWanted(callback: () => void = () => undefined): void {
  onWanted = callback;
  if (wanted.size > 0) onWanted();
}

/** Those whose pictures are wanted, once. */
export function takeWanted(): readonly string[] {
  const names = [...wanted];
  wanted.clear();
  return names;
}

/** Wants the pictures of all who were shown again: they may have changed unseen. */
export function wantAgain(): void {
  for (const name of faces.keys()) wanted.add(name);
  if (wanted.size > 0) onWanted();
}

/** The canonical names of those whose pictures are known. */
export function knownFaces(): readonly string[] {
  return [...faces.keys()];
}

/** Takes over pictures; undefined forgets what was known. */
export function learnFaces(known: Iterable<readonly [name: string, face: FaceAddress | undefined]>): void {
  for (const [username, face] of known) {
    const name = canonicalName(username);
    if (face === undefined) faces.delete(name);
    else faces.set(name, face);
  }
  changed();
}

/** Whoever signs in next may see others. */
export function forgetFaces(): void {
  faces.clear();
  changed();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address of somebody's picture; `known` is what a row says, which an event may have changed. */
export function useFace(username: string, known?: FaceAddress): FaceAddress | undefined {
  const name = canonicalName(username);
  const face = useSyncExternalStore(listen, () => faces.get(name));
  useEffect(() => {
    if (face !== undefined || name === '' || username === deletedUserName) return;
    if (known !== undefined) return learnFaces([[name, known]]);
    wanted.add(name);
    onWanted();
  }, [name, username, face, known]);
  return face === undefined ? known : face;
}
