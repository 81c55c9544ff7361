import { draftsBelow, forgetDraft, keepDraft } from '../../shared/drafts/drafts.ts';
import type { Outgoing } from './messaging.api.ts';

// A draft for each message, so that tabs that write at the same time do not write over each other.
function below(place: string): string {
  return `unsent:${place}/`;
}

/** Keeps a message in the browser, with its key, until it is known to have arrived or is discarded. */
export function keepUnsent(viewer: string, place: string, { key, text, at }: Outgoing): void {
  keepDraft(viewer, below(place) + key, { values: { text }, submission: { key, at } });
}

export function forgetUnsent(viewer: string, place: string, key: string): void {
  forgetDraft(viewer, below(place) + key);
}

/** What a reload has interrupted or a closed page left behind, in the order of writing: whether it arrived is not known here, so it is the writer's to say. */
export function unsentAt(viewer: string, place: string): readonly Outgoing[] {
  return draftsBelow(viewer, below(place))
    .flatMap(({ values: { text }, submission }): readonly Outgoing[] => {
      if (text === undefined || typeof submission?.key !== 'string' || typeof submission.at !== 'string') return [];
      return [{ key: submission.key, text, at: submission.at, status: 'failed' }];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
