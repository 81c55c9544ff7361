import { limits } from '@parlour/contracts/limits';
import type { ClientToServerEvents, LiveEvents, ServerToClientEvents } from '@parlour/contracts/socket';
import { useEffect, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { askAgain } from '../http/ask-again.ts';
import { useViewer } from './hooks/use-viewer.ts';

/** The part of the live connection that this module needs. */
export type OnlineSocket = Pick<Socket<ServerToClientEvents, ClientToServerEvents>, 'connected' | 'emit'>;

/** A list of people is watched by one request. */
const gatherMs = 100;

/**
 * Who is watched, by how many places; the latest last. Not in the store of the page, which is read
 * before it connects: nothing here is known without a connection.
 */
const watched = new Map<string, number>();
const online = new Set<string>();
const listeners = new Set<() => void>();
let current: OnlineSocket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  for (const listener of listeners) listener();
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  clearTimeout(again);
  const sent = new Set([...watched.keys()].slice(-limits.watchedPeople));
  // Not at once: the next screen may show the same people. Nobody tells when the others leave.
  for (const username of online) if (!sent.has(username)) online.delete(username);
  changed();
  if (!current?.connected) return;
  current.emit('watchOnline', [...sent], (answer) => {
    const later = askAgain(answer, send);
    if (later === undefined) return;
    clearTimeout(again);
    again = later;
  });
}

function sendSoon(): void {
  timer ??= setTimeout(send, gatherMs);
}

/**
 * Watches all who are shown: after connecting, and when the viewer may know of more people, as of
 * one who is not blocked any more.
 */
export function watchAgain(socket: OnlineSocket | undefined = current): void {
  current = socket;
  if (watched.size > 0) sendSoon();
}

/** Without a connection, nobody is known to be online. */
export function forgetOnline(): void {
  online.clear();
  changed();
}

/** Takes over who came and who left. */
export function onlineUpdate({ people }: LiveEvents['onlineUpdate']): void {
  for (const person of people) {
    if (person.online) online.add(person.username);
    else online.delete(person.username);
  }
  changed();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a person is online, as far as the viewer may know; always false for the viewer. */
export function useIsOnline(username: string): boolean {
  const isOther = useViewer() !== username;
  useEffect(() => {
    if (!isOther) return;
    const places = watched.get(username) ?? 0;
    watched.delete(username);
    watched.set(username, places + 1);
    if (places === 0) sendSoon();
    return () => {
      const left = (watched.get(username) ?? 1) - 1;
      if (left > 0) watched.set(username, left);
      else {
        watched.delete(username);
        sendSoon();
      }
    };
  }, [username, isOther]);
  return useSyncExternalStore(listen, () => isOther && online.has(username));
}
