import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The size of a Markdown text's links; never less than what a renderer finds, sometimes more. */
export interface LinkMeasures {
  readonly links: number;
  readonly definitions: number;
  /** The longest address as written. */
  readonly longest: number;
  /**
   * All addresses as the page contains them: encoded, and once for each link that refers to them.
   */
  readonly output: number;
  /** Brackets that close an open one: a renderer's time is quadratic in their number. */
  readonly brackets: number;
  /** How far a renderer looks ahead for the end of titles in parentheses, summed over all links. */
  readonly lookahead: number;
}

/** An autolink; its name has no `<`, so that each character is read once. */
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/gi;

/**
 * A label in the form that is compared. Labels that a renderer distinguishes may count as one,
 * never the other way round.
 */
function canonicalLabel(label: string): string {
  return label.replaceAll(/[\s>]/g, '').toLowerCase().toUpperCase();
}

/** Between `]:` or `](` and an address: white space, and the markers of a continued quote. */
function afterSpace(text: string, from: number): number {
  let index = from;
  while (/[\s>]/.test(text.charAt(index))) index++;
  return index;
}

/** With more nested parentheses it is no address, by CommonMark. */
const greatestDepth = 32;

/** The end of the address that starts here: white space, or an unmatched closing parenthesis. */
function endOfAddress(text: string, from: number, greatestOpen: number): number {
  // Beyond this length, the exact value doesn't matter.
  const last = Math.min(text.length, from + limits.addressLength + 2);
  const pointed = text[from] === '<';
  let open = 0;
  for (let index = from; index < last; index++) {
    const sign = text.charAt(index);
    if (sign === '\\') index++;
    else if (pointed ? sign === '>' || sign === '\n' : /\s/.test(sign)) return index;
    else if (!pointed && sign === '(' && ++open > greatestOpen) return from;
    else if (!pointed && sign === ')' && --open < 0) return index;
  }
  return last;
}

interface Address {
  readonly length: number;
  readonly encoded: number;
  readonly lookahead: number;
}

function addressAt(text: string, from: number, greatestOpen: number): Address {
  const start = afterSpace(text, from);
  const end = endOfAddress(text, start, greatestOpen);
  const title = afterSpace(text, end);
  const closing = text[title] === '(' ? text.indexOf(')', title) : title;
  return {
    length: end - start,
    encoded: encodeURI(text.slice(start, end).toWellFormed()).length,
    lookahead: (closing < 0 ? text.length : closing) - from,
  };
}

/**
 * Calls back for each pair of brackets without inner brackets, and, without a label, for each
 * bracket that closes an outer one.
 */
function forEachBracket(text: string, found: (end: number, label: string | undefined) => boolean): void {
  let open = 0;
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '\\') index++;
    else if (sign === '[') {
      open++;
      start = index;
    } else if (sign === ']' && open > 0) {
      open--;
      // A label has at most 999 characters.
      const label = start >= 0 && index - start <= 1_000 ? text.slice(start + 1, index) : undefined;
      start = -1;
      if (!found(index, label)) return;
    }
  }
}

/**
 * Measures a text's links in one pass without parsing it; it stops counting far beyond the limits.
 * Linear in the length of the text.
 */
export function measureLinks(text: string): LinkMeasures {
  const measures = { links: 0, definitions: 0, longest: 0, output: 0, brackets: 0, lookahead: 0 };
  const enter = ({ length, encoded, lookahead }: Address): boolean => {
    measures.longest = Math.max(measures.longest, length);
    measures.output += encoded;
    measures.lookahead += lookahead;
    return (
      measures.links <= limits.links && measures.definitions <= limits.links && measures.lookahead <= text.length * 10
    );
  };
  const definitions = new Map<string, Address>();
  forEachBracket(text, (end, label) => {
    if (label === undefined || text[end + 1] !== ':') return true;
    const address = addressAt(text, end + 2, Infinity);
    const known = definitions.get(canonicalLabel(label));
    if (!known || known.encoded < address.encoded) definitions.set(canonicalLabel(label), { ...address, lookahead: 0 });
    measures.definitions++;
    // A definition adds nothing to the page until something refers to it.
    return enter({ ...address, encoded: 0 });
  });
  forEachBracket(text, (end, label) => {
    measures.brackets++;
    const next = text[end + 1];
    const inline = next === '(';
    const defined = label === undefined || next === ':' ? undefined : definitions.get(canonicalLabel(label));
    if (!inline && !defined) return true;
    measures.links++;
    return (!inline || enter(addressAt(text, end + 2, greatestDepth))) && (!defined || enter(defined));
  });
  for (const [, address = ''] of text.matchAll(autolink)) {
    measures.links++;
    if (!enter({ length: address.length, encoded: encodeURI(address.toWellFormed()).length, lookahead: 0 })) break;
  }
  return measures;
}

/**
 * How much longer than the text all its addresses may be on a page, because each reference repeats
 * one.
 */
function greatestOutput(text: string): number {
  return 10_000 + 2 * text.length;
}

/**
 * Whether a text's links stay within the limits; otherwise a short text could become millions of
 * characters on a page.
 */
export function checkLinks(text: string): Fault | undefined {
  const { links, definitions, longest, output } = measureLinks(text);
  if (links > limits.links || definitions > limits.links) return { code: 'text.links', text: messages.linksTooMany };
  if (longest > limits.addressLength) return { code: 'text.links', text: messages.addressTooLong };
  return output > greatestOutput(text) ? { code: 'text.links', text: messages.addressesTooLong } : undefined;
}
