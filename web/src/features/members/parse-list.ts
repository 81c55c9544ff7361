import { memberFaults, memberLimits, numbered, usernameOf } from '@parlour/contracts/identity/members';
import type { MemberRow } from '@parlour/contracts/identity/members.requests';
import { canonicalName } from '@parlour/contracts/text/checks';
import Papa from 'papaparse';
import { digits } from '../../shared/text/count.ts';

/** A line of a list: what is sent, or why nothing is. */
export interface ListLine {
  /** Counted from 1, with the heading, as spreadsheets do. */
  readonly line: number;
  /** As given, or else the username. */
  readonly name: string;
  readonly row?: MemberRow;
  readonly fault?: string;
}

/** A whole list, or why it cannot be read. */
export type ParsedList = { readonly lines: readonly ListLine[] } | { readonly fault: string };

/** The names of columns, in small letters. */
const columns = {
  username: ['username', 'user name', 'user'],
  name: ['name', 'full name'],
  email: ['mail', 'email', 'e-mail', 'e-mail address', 'email address'],
  communities: ['communities', 'community'],
} as const;

type Column = keyof typeof columns;

/**
 * Reads a CSV with a heading. Usernames are made of names where none are given: of several that are
 * the same, in order, each gets its number, so that a second run finds the same people.
 */
export function parseList(text: string): ParsedList {
  const [heading = ''] = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, 1);
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: delimiterOf(heading) });
  const [titles = [], ...rest] = data;
  const places = placesOf(titles);
  if (places.username === undefined && places.name === undefined) {
    return { fault: 'The first line must name the columns: username or name, mail, communities.' };
  }
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  const cells = rest
    .map((values, index) => ({ values, line: index + 2, isBroken: broken.has(index + 1) }))
    .filter(({ values }) => values.some((value) => value.trim() !== ''));
  if (cells.length === 0) return { fault: 'There is nobody on this list.' };
  if (cells.length > memberLimits.list) {
    return {
      fault: `A list can have at most ${digits(memberLimits.list)} people, and this one has ${digits(cells.length)}. Split it.`,
    };
  }
  const given = cells.map(({ values, ...where }) => ({ ...where, ...fieldsOf(values, places) }));
  return { lines: linesOf(given) };
}

/** The most frequent delimiter of the heading: spreadsheets use others in other countries. */
function delimiterOf(heading: string): string {
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, times: heading.split(delimiter).length }));
  return counted.reduce((best, one) => (one.times > best.times ? one : best)).delimiter;
}

function placesOf(titles: readonly string[]): Partial<Record<Column, number>> {
  const known = titles.map((title) => title.trim().toLowerCase());
  const found = Object.entries(columns).flatMap(([column, names]) => {
    const place = known.findIndex((title) => names.some((name) => name === title));
    return place < 0 ? [] : [[column, place] as const];
  });
  return Object.fromEntries(found);
}

function fieldsOf(values: readonly string[], places: Partial<Record<Column, number>>) {
  const at = (column: Column): string => values[places[column] ?? -1]?.trim() ?? '';
  const communities = at('communities').split(';');
  return {
    username: at('username'),
    name: at('name'),
    email: at('email'),
    communities: communities.map((name) => name.trim()).filter((name) => name !== ''),
  };
}

type Given = ReturnType<typeof fieldsOf> & { readonly line: number; readonly isBroken: boolean };

function linesOf(all: readonly Given[]): readonly ListLine[] {
  /** Each username, and the line that has it first; given ones go before made ones. */
  const taken = new Map<string, number>();
  const addresses = new Map<string, number>();
  /** The number of each made username that was given last. */
  const latest = new Map<string, number>();
  for (const { username, line } of all) {
    const key = canonicalName(username);
    if (username !== '' && !taken.has(key)) taken.set(key, line);
  }
  return all.map(({ line, isBroken, username, name, email, communities }) => {
    const shown = name || username;
    const faulty = (fault: string): ListLine => ({ line, name: shown, fault });
    const address = email.toLowerCase();
    const earlier = addresses.get(address);
    if (email !== '' && earlier === undefined) addresses.set(address, line);
    if (isBroken) return faulty('A quotation mark in this line is not closed. Close it, or remove it.');
    if (username !== '') {
      const first = taken.get(canonicalName(username));
      if (first !== line) return faulty(`Line ${first} has the same username. Remove one of them, or change one.`);
      return { line, name: shown, row: { username, email, communities } };
    }
    if (name === '') return faulty(memberFaults.nobody);
    // Without a username, an address tells who somebody is.
    if (email !== '' && earlier !== undefined) {
      return faulty(`Line ${earlier} has the same address. Remove one of them, or fill in usernames.`);
    }
    const made = usernameOf(name);
    if (made === '') return faulty(memberFaults.nameless);
    let number = (latest.get(made) ?? 0) + 1;
    while (taken.has(canonicalName(numbered(made, number)))) number += 1;
    taken.set(canonicalName(numbered(made, number)), line);
    latest.set(made, number);
    return { line, name: shown, row: { username: made, number, email, communities } };
  });
}

/** The text of a file: UTF-8, or what older spreadsheets write. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
