import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';
import { lengthOf } from '../text/checks.ts';

/** The bounds of lists of members. Source: specification IN-2. */
export const memberLimits = {
  /** Of a list, and of a call: each new account costs a hash. */
  list: 10_000,
  rows: 100,
  /** Of one person. */
  communities: 20,
  /** How long the passwords and links of a list can be used. */
  days: 7,
  /** After so long a call begins no further account. */
  workMs: 5_000,
} as const;

/** What is wrong with a row of a list, and what to do about it. */
export const memberFaults = {
  nobody: 'Neither a username nor a name is given. Fill in one of them.',
  nameless: 'No username can be made of this name. Fill in a username.',
  taken: 'This username is already taken. Choose another one.',
  alike: 'This username looks too similar to an existing one. Choose another one.',
  reserved: 'This username is not available. Choose another one.',
  email: 'This is not an e-mail address such as name@example.org. Correct it, or leave it out.',
  communities: `More than ${memberLimits.communities} communities. Leave some of them out.`,
  community: (name: string) => `There is no community “${name}” on this site. Correct its name, or create it first.`,
  unjoined: 'The communities are still missing. Run the list again.',
} as const;

/**
 * What became of a row, or would: a new account, one that is there already, one that is there and
 * gets a new password because nobody has signed in to it, nothing because of a fault, or nothing
 * yet, so that it has to be sent again.
 */
export type MemberStatus = 'new' | 'existing' | 'renewed' | 'invalid' | 'unprocessed';

interface Listed {
  readonly status: MemberStatus;
  /** As it is or will be; with a fault, as it was given. */
  readonly username: string;
  /** A temporary one, which is told only here; absent in a trial run, and where a mail goes. */
  readonly password?: string;
  /** If a link goes to their address, or would, by which they choose a password. */
  readonly mailed?: true;
  readonly fault?: Fault;
}

/** Gateway to an operator's browser: a row of a list of members. */
export interface MemberWire extends Listed {
  /** The names of the communities that they now belong to, and did not before. */
  readonly joined: readonly string[];
}

/** Gateway to an operator's browser: the rows of a part of a list, in order. */
export interface MembersWire {
  readonly members: readonly MemberWire[];
}

/** Identity to gateway: a row, without communities. */
export interface ListedMember extends Listed {
  /** Null if there is no account, or not yet. */
  readonly userId: string | null;
}

/** Gateway to identity: a row of a list. */
export interface ListedRow {
  readonly username: string;
  /** Of a username that was made of a name, see `numbered`; null for a given one. */
  readonly number: number | null;
  /** Blank for none. */
  readonly email: string;
}

/** How a list is gone through. */
export interface ListRun {
  /** Says what would happen, and does nothing. */
  readonly dryRun: boolean;
  /** Whether those who have never signed in get new passwords. */
  readonly renew: boolean;
}

/**
 * An operator opened this account for a person on a list. Stream `user/<id>`, right after
 * `UserRegistered`.
 */
export interface MemberAdded {
  readonly type: 'MemberAdded';
  readonly data: { readonly userId: string; readonly by: string };
}

/** Letters that Unicode does not take apart into one of the alphabet and an accent. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n' },
};

/**
 * The username that is made of a person's name: its words in small letters, with dots between them;
 * Latin letters without accents. Blank if there are no letters or digits.
 */
export function usernameOf(name: string): string {
  const plain = name
    .slice(0, 4 * limits.usernameLength)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}{1,9}/gu, '$1')
    .normalize('NFKC')
    .replaceAll(/[ßæœøłđðþħıŋ]/g, (letter) => spellings[letter] ?? letter);
  const words = plain.replaceAll(/['’`´]/g, '').match(/[\p{L}\p{M}\p{N}]{1,200}/gu) ?? [];
  return cut(words.join('.'), limits.usernameLength);
}

/** A made username with a number that tells it from others; 1 stands for none. */
export function numbered(username: string, number: number): string {
  if (number <= 1) return username;
  return cut(username, limits.usernameLength - lengthOf(String(number))) + String(number);
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').replace(/\.$/, '');
}
