import { checkDirection, checkWellFormed, lengthOf, looksBlank } from '../text/checks.ts';
import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

// Apart from the other checks and texts, which every visit loads.

/** How many posts with a tag one has who may describe it. Source: decisions Q-33. */
export const postsToDescribe = 5;

/** Why somebody may not describe a tag. Source: decisions Q-33. */
export const tagPosts = `Anybody with ${postsToDescribe} posts under a tag can edit its description: questions with it, and answers to them.`;

/** The error of a blank description. */
export const tagDescriptionEmpty = 'Description cannot be empty';

/** A tag's description, trimmed by the caller. Source: decisions Q-33. */
export function checkTagDescription(text: string): Fault | undefined {
  if (looksBlank(text)) return { code: 'tag.description', text: tagDescriptionEmpty };
  if (lengthOf(text) > limits.descriptionLength) {
    return { code: 'tag.description', text: messages.communityDescriptionTooLong };
  }
  return checkWellFormed(text) ?? checkDirection(text);
}
