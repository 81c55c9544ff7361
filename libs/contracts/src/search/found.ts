import type { QuestionRowWire } from '../qa/qa.ts';
import { canonicalName } from '../text/checks.ts';
import type { IsoTime } from '../time.ts';

/** What a search over everything finds, each kind as a list of its own. */
export const foundTypes = ['questions', 'answers', 'comments', 'people', 'tags', 'communities', 'messages'] as const;

/** A kind of what a search finds. */
export type FoundType = (typeof foundTypes)[number];

/** The orders of what a search finds. */
export const foundOrders = ['best', 'newest'] as const;

/** The order of what a search finds. */
export type FoundOrder = (typeof foundOrders)[number];

/** Whether a search finds what has all of its words, or of questions those that come close. */
export const foundMatches = ['all', 'close'] as const;

/** What a search finds. */
export type FoundMatch = (typeof foundMatches)[number];

/** Gateway to browser: one thing that a search found. */
export interface FoundWire {
  readonly type: FoundType;
  readonly id: string;
  /** Its name; for an answer, comment or message that of what it is in. Can be blank. */
  readonly title: string;
  /** A part of its text without the signs of Markdown; words found are between `marks`. */
  readonly excerpt: string;
  /** Its address in the page. */
  readonly url: string;
  /** Null for tags. */
  readonly at: IsoTime | null;
  /** Who wrote it; null for people and tags. */
  readonly by: string | null;
  /** As lists show it; of questions only. */
  readonly question?: QuestionRowWire;
}

/** What begins and ends a word found in an excerpt; no text of a person has these characters. */
export const marks = { begin: '\u0001', end: '\u0002' } as const;

/** The states that a search can name by `is:`. */
export const foundStates = ['answered', 'unanswered', 'accepted', 'mine'] as const;

/** A state that a search can name by `is:`. */
export type FoundState = (typeof foundStates)[number];

/** A search over everything, as somebody typed it. Source: decisions S-14. */
export interface FoundQuery {
  /** Words and phrases that must be there, and those that must not. */
  readonly texts: readonly string[];
  readonly without: readonly string[];
  /** Any of these tags, by their canonical names. */
  readonly tags: readonly string[];
  /** The canonical name of the author. */
  readonly user: string | undefined;
  readonly states: readonly FoundState[];
}

/** More words than this change nothing. */
const most = 20;

/** Quotation marks that phones and word processors write for plain ones. */
const quotationMarks = /[“”„‟«»＂]/g;

/**
 * A phrase, a person's name in quotes, a tag, a word, or any other sign. Two hyphens exclude
 * nothing.
 */
const part = /(-(?!-)|)(?:"([^"]*)"|user:"([^"]*)"|\[((?:[^[\]]|\[[^[\]]*\])*)\]|([^\s"[\]]+)|[\s"[\]])/gu;

/** A part of a search, as it was typed, and what it means: `noise` names nothing. */
interface FoundPart {
  readonly written: string;
  readonly kind: 'text' | 'without' | 'tag' | 'user' | 'state' | 'noise';
  readonly value: string;
}

function* partsOf(text: string): Generator<FoundPart> {
  for (const [written, minus, phrase, quotedUser, tag, word] of text.replace(quotationMarks, '"').matchAll(part)) {
    const named = quotedUser ?? (word?.startsWith('user:') ? word.slice('user:'.length) : undefined);
    const state = foundStates.find((one) => word?.toLowerCase() === `is:${one}`);
    const value = phrase ?? word ?? '';
    if (tag !== undefined) yield { written, kind: 'tag', value: canonicalName(tag) };
    else if (named !== undefined) yield { written, kind: 'user', value: canonicalName(named) };
    else if (state !== undefined) yield { written, kind: 'state', value: state };
    else if (!/[\p{L}\p{N}]/u.test(value)) yield { written, kind: 'noise', value };
    else yield { written, kind: minus === '-' ? 'without' : 'text', value };
  }
}

/** Reads what somebody typed. Whatever it is has a meaning; linear in its length. */
export function parseFoundQuery(text: string): FoundQuery {
  const parts = [...partsOf(text)].filter(({ value }) => value !== '');
  const valuesOf = (kind: FoundPart['kind']) => parts.flatMap((one) => (one.kind === kind ? [one.value] : []));
  const named = new Set(valuesOf('state'));
  return {
    texts: valuesOf('text').slice(0, most),
    without: valuesOf('without').slice(0, most),
    tags: [...new Set(valuesOf('tag'))],
    user: valuesOf('user').at(-1),
    states: foundStates.filter((state) => named.has(state)),
  };
}

/** The same search as somebody would type it without its parts of a kind, or those of one value. */
export function withoutParts(text: string, kind: 'without' | 'tag' | 'user' | 'state', value?: string): string {
  const isLeft = (one: FoundPart): boolean => one.kind !== kind || (value !== undefined && one.value !== value);
  const left = [...partsOf(text)].map((one) => (isLeft(one) ? one.written : ' '));
  return left
    .join('')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

/**
 * The same search as somebody would type it with another name of its author, of whom it has one. A
 * name with a quotation mark cannot be typed.
 */
export function withAuthor(text: string, name: string): string {
  const author = `user:"${name}"`;
  if (parseFoundQuery(author).user !== canonicalName(name)) return text;
  return text.replace(quotationMarks, '"').replace(part, (written: string, ...[, , quotedUser, , word]: Groups) => {
    if (quotedUser !== undefined || word?.startsWith('user:')) return author;
    // One without a partner would find one in the quotation marks of the name.
    return written === '"' ? ' ' : written;
  });
}

type Groups = readonly (string | undefined)[];

/** Whether a search names nothing to look for: words that must not be there are not enough. */
export function isBlankQuery({ texts, tags, user, states }: FoundQuery): boolean {
  return texts.length === 0 && tags.length === 0 && user === undefined && states.length === 0;
}

/** The call of the service that owns what a search of a type finds. */
export const searchCalls = {
  questions: 'qa.search',
  answers: 'qa.search',
  comments: 'qa.search',
  tags: 'qa.search',
  people: 'identity.search',
  communities: 'communities.search',
  messages: 'messaging.search',
} as const satisfies Record<FoundType, string>;
