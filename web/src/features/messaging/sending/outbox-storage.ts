import { draftsBelow, forgetDraft, keepDraft } from '../../../shared/drafts/drafts.ts';
import type { Outgoing } from './outgoing.ts';

// One draft per message, so that tabs don't overwrite each other's.
function below(place: string): string {
  return `unsent:${place}/`;
}

/** Keeps a message and its key in the browser until it has arrived or is discarded. */
export function storeOutgoing(viewerId: string, place: string, { key, text, at }: Outgoing): void {
  keepDraft(viewerId, below(place) + key, { values: { text }, submission: { key, at } });
}

export function removeOutgoing(viewerId: string, place: string, key: string): void {
  forgetDraft(viewerId, below(place) + key);
}

/**
 * Messages that a reload interrupted or a closed page left, in the order of writing. We don't know
 * whether they arrived, so the author decides.
 */
export function storedOutgoing(viewerId: string, place: string): readonly Outgoing[] {
  return draftsBelow(viewerId, below(place))
    .flatMap(({ values: { text }, submission }): readonly Outgoing[] => {
      if (text === undefined || typeof submission?.key !== 'string' || typeof submission.at !== 'string') return [];
      return [{ key: submission.key, text, at: submission.at, status: 'failed' }];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
