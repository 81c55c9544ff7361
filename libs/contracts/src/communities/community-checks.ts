import {
  canonicalName,
  checkDirection,
  checkWellFormed,
  hidesSomething,
  lengthOf,
  looksBlank,
} from '../text/checks.ts';
import { communityVisibilities, type CommunityVisibility } from './communities.ts';
import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/**
 * The form in which community names are compared: like usernames, and ignoring invisible characters
 * and the number of spaces. Source: decisions C-5.
 */
export function canonicalCommunityName(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return canonicalName(visible).replace(/[\s\p{White_Space}]+/gu, ' ');
}

/** A community's name, trimmed by the caller. Source: specification VA-16. */
export function checkCommunityName(name: string): Fault | undefined {
  if (looksBlank(name)) return { code: 'community.name', text: messages.communityNameEmpty };
  if (lengthOf(name) > limits.communityNameLength)
    return { code: 'community.name', text: messages.communityNameTooLong };
  const fault = checkWellFormed(name) ?? checkDirection(name);
  if (fault) return fault;
  return hidesSomething(name) ? { code: 'community.name', text: messages.communityNameHidden } : undefined;
}

/**
 * A community's description, trimmed by the caller; the message for an empty one is fixed. Source:
 * specification VA-16; decisions C-5, Q-10.
 */
export function checkCommunityDescription(description: string): Fault | undefined {
  if (looksBlank(description)) return { code: 'community.description', text: messages.questionTextEmpty };
  if (lengthOf(description) > limits.descriptionLength) {
    return { code: 'community.description', text: messages.communityDescriptionTooLong };
  }
  return checkWellFormed(description);
}

/** Whether this is one of the two visibilities, as spelled on the wire. */
export function isVisibility(text: string): text is CommunityVisibility {
  return communityVisibilities.some((each) => each === text);
}

/** A poll's question, trimmed by the caller. Source: specification VA-19; decisions P-3. */
export function checkPollQuestion(text: string): Fault | undefined {
  if (looksBlank(text)) return { code: 'poll.question', text: messages.pollQuestionMissing };
  if (lengthOf(text) > limits.pollQuestionLength) return { code: 'poll.question', text: messages.pollQuestionTooLong };
  return checkWellFormed(text) ?? checkDirection(text);
}

/**
 * A poll's options, each trimmed by the caller. Two that look the same could not be told apart.
 * Source: specification VA-19; decisions P-3.
 */
export function checkPollOptions(options: readonly string[]): Fault | undefined {
  if (options.length < limits.pollOptionsLeast || options.some(looksBlank)) {
    return { code: 'poll.options', text: messages.pollOptionsMissing };
  }
  if (options.length > limits.pollOptions) return { code: 'poll.options', text: messages.pollOptionsTooMany };
  if (options.some((option) => lengthOf(option) > limits.pollOptionLength)) {
    return { code: 'poll.options', text: messages.pollOptionTooLong };
  }
  if (new Set(options.map(canonicalCommunityName)).size < options.length) {
    return { code: 'poll.options', text: messages.pollOptionsEqual };
  }
  const all = options.join(' ');
  return checkWellFormed(all) ?? checkDirection(all);
}

/**
 * A poll's expiry compared with now, both ISO-8601 in UTC with milliseconds; blank means no date.
 * Source: specification VA-19, VA-22.
 */
export function checkPollExpiry(expiresAt: string, now: string): Fault | undefined {
  if (expiresAt === '') return { code: 'poll.expiry', text: messages.pollExpiryMissing };
  if (expiresAt <= now) return { code: 'poll.expiry', text: messages.pollExpiryPast };
  // oxlint-disable-next-line no-restricted-globals -- reckons with a given time, and reads no clock
  const latest = new Date(Date.parse(now) + limits.pollDays * 86_400_000).toISOString();
  return expiresAt > latest ? { code: 'poll.expiry', text: messages.pollExpiryFar } : undefined;
}
