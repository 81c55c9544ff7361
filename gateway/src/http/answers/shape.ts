import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { checkMarks, checkWellFormed } from '@parlour/contracts/text/checks';

/**
 * No valid body is nested deeper; recursive code would overflow the stack on a quarter of a million
 * brackets.
 */
const greatestDepth = 16;

/**
 * Refuses a body that is not an object, is nested too deep, or contains bytes, prototypes, or text
 * (also in names) that cannot be stored or normalized. The body parser itself refuses prototypes;
 * socket messages may contain them, and bytes.
 * @throws {DomainError} `request.invalid`, `request.illFormedText` or `text.marks`
 */
export function checkBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid();
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === greatestDepth || ArrayBuffer.isView(value)) throw invalid();
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__') throw invalid();
      checkText(name);
      open.push({ value: inner, depth: depth + 1 });
    }
  }
}

/**
 * Refuses a URL whose percent-encoding is broken or encodes what cannot be stored or normalized.
 * @throws {DomainError} `request.invalid`, `request.illFormedText` or `text.marks`
 */
export function checkUrl(url: string): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(url);
  } catch {
    throw invalid();
  }
  checkText(decoded);
}

function checkText(text: string): void {
  const fault = checkWellFormed(text) ?? checkMarks(text);
  if (fault) throw new DomainError(fault.code, fault.text);
}

function invalid(): DomainError {
  return new DomainError('request.invalid', messages.requestInvalid);
}
