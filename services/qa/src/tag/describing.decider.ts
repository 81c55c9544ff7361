import { refuseStale } from '@parlour/contracts/posts/editable';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { TagDescribed } from '@parlour/contracts/qa/tag.events';
import { checkTagDescription, tagPosts } from '@parlour/contracts/qa/tag-descriptions';
import type { Decider } from '@parlour/kernel/log/decider';

/** Give a tag another description. */
export interface DescribeTag {
  readonly type: 'DescribeTag';
  /** The canonical name. */
  readonly key: string;
  readonly text: string;
  /** The version that the edit is based on. */
  readonly version: number;
  readonly describedBy: string;
  /** The description now, which the stream knows only once somebody has changed it. */
  readonly current: string;
  /** Whether this person has enough posts with the tag, or is an operator. */
  readonly mayDescribe: boolean;
}

/** A tag's description, as its changes are decided on. */
export interface Description {
  readonly version: number;
  /** Null for the one that its first question brought. */
  readonly text: string | null;
}

/** The stream of one tag's description. */
export function tagStream(key: string): string {
  return `tag/${key}`;
}

/** The rules of describing a tag. Source: decisions Q-33. */
export const describingDecider: Decider<Description, DescribeTag, TagDescribed> = {
  initial: { version: 1, text: null },
  snapshots: 'all',

  decide({ key, describedBy, ...command }, state) {
    if (!command.mayDescribe) throw new DomainError('tag.posts', tagPosts);
    const text = command.text.trim();
    refuse(checkTagDescription(text));
    if (text === (state.text ?? command.current)) return [];
    refuseStale(command.version, state.version);
    return [{ type: 'TagDescribed', data: { key, describedBy, version: state.version + 1, text } }];
  },

  evolve: (_, { data: { version, text } }) => ({ version, text }),
};
