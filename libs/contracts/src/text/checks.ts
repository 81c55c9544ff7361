import type { Fault } from '../errors.ts';
import { limits, reservedUsernames } from '../limits.ts';
import { messages } from '../messages.ts';

/** The number of characters as people count them: code points. Source: decisions Q-10. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/**
 * The form in which usernames are compared: NFKC, case-insensitive. Source: decisions S-2. A text
 * longer than any spelling of a name stays as it is and equals none: normalizing a whole body of
 * combining marks would take seconds.
 */
export function canonicalName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > longestSpelling) return trimmed;
  return trimmed.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** NFKC makes at most 18 characters of one, and each may be two UTF-16 units before. */
export const longestSpelling = 36 * limits.usernameLength;

/**
 * Whether nothing of a text is visible: white space, control characters, everything that Unicode
 * lists as default-ignorable (zero-width spaces and joiners, soft hyphens, fillers), and the blank
 * Braille pattern. Linear in the length of the text.
 */
export function looksBlank(text: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]*$/u.test(text);
}

/**
 * An override reverses what follows it, letters and digits too. No title or tag in any script needs
 * one (Unicode, UAX 9, 2.2).
 */
export function checkDirection(text: string): Fault | undefined {
  return /[\u202D\u202E]/.test(text) ? { code: 'request.illFormedText', text: messages.textIllFormed } : undefined;
}

/**
 * Whether a name contains something invisible or more white space than people can see:
 * default-ignorable, format and private-use characters, line breaks, runs of spaces. Names that
 * differ only in these look the same. Linear in the length of the name.
 */
export function hidesSomething(name: string): boolean {
  return /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\u2800]|\p{White_Space}{2}|(?! )\p{White_Space}/u.test(
    name.normalize('NFKC'),
  );
}

/**
 * PostgreSQL's jsonb accepts neither NUL nor a lone surrogate, and one such text must not fail a
 * batch of good ones.
 */
export function checkWellFormed(text: string): Fault | undefined {
  return text.includes('\0') || !text.isWellFormed()
    ? { code: 'request.illFormedText', text: messages.textIllFormed }
    : undefined;
}

/**
 * Normalizing puts combining marks in order, in time that grows with the square of their number,
 * here and in PostgreSQL, where nothing can interrupt it. 30 in a row are the limit of Unicode's
 * Stream-Safe Text Format (UAX 15). Short texts cost nothing: a name or password of an earlier
 * version may be one such run. Source: decisions Q-10.
 */
export function checkMarks(text: string): Fault | undefined {
  return text.length > limits.passwordLength && /(?:^|\P{M})\p{M}{31}/u.test(text)
    ? { code: 'text.marks', text: messages.marksTooMany }
    : undefined;
}

/**
 * Username and password of login and signup, trimmed by the caller. Source: specification VA-1;
 * decisions S-2.
 */
export function checkCredentials(username: string, password: string): Fault | undefined {
  if (username === '' || password === '') return { code: 'username.required', text: messages.credentialsRequired };
  // Systems send an accent as a character of its own or not; the shorter form counts. NFC makes one
  // of at most four characters; a text much longer would take seconds to normalize.
  if (password.length > 8 * limits.passwordLength) return passwordTooLong;
  const length = Math.min(lengthOf(password), lengthOf(password.normalize('NFC')));
  return length > limits.passwordLength ? passwordTooLong : undefined;
}

const passwordTooLong: Fault = { code: 'password.tooLong', text: messages.passwordTooLong };

/** The rules for a new username, trimmed by the caller. Source: decisions S-2. */
export function checkUsername(username: string): Fault | undefined {
  if (username === '') return { code: 'username.required', text: messages.credentialsRequired };
  if (lengthOf(username) > limits.usernameLength) return { code: 'username.tooLong', text: messages.usernameTooLong };
  // Embeddings, overrides and isolates would reverse the text beside a name wherever it is plain
  // text.
  if (/[\p{Cc}\p{Cs}/\\?#%\u202A-\u202E\u2066-\u2069]/u.test(username)) {
    return { code: 'username.invalid', text: messages.usernameInvalid };
  }
  const canonical = canonicalName(username);
  // Nor a name that normalizes to something blank or to a path.
  if (looksBlank(canonical) || /[/\\?#%]/.test(canonical)) {
    return { code: 'username.invalid', text: messages.usernameInvalid };
  }
  if (canonical === '.' || canonical === '..') return { code: 'username.invalid', text: messages.usernameDots };
  if (hidesSomething(username)) return { code: 'username.invalid', text: messages.usernameHidden };
  if (reservedUsernames.includes(canonical)) return { code: 'username.reserved', text: messages.usernameReserved };
  return undefined;
}

/**
 * The text of a post or message as it is stored, of what was typed: blank lines before it and white
 * space behind it go. The blanks that its first line begins with mean something in Markdown: they
 * make code and nest lists. Source: decisions Q-9.
 */
export function postedText(typed: string): string {
  return typed.trimEnd().replace(/^(?:[^\S\n\r]*[\n\r])+/, '');
}

/** A question's title, trimmed by the caller. Source: specification VA-3. */
export function checkTitle(title: string): Fault | undefined {
  if (looksBlank(title)) return { code: 'title.empty', text: messages.titleEmpty };
  if (lengthOf(title) > limits.titleLength) return { code: 'title.tooLong', text: messages.titleTooLong };
  // They would reach tab titles, notifications and logs.
  if (/[\p{Zl}\p{Zp}]|(?!\t)\p{Cc}/u.test(title)) return { code: 'title.lines', text: messages.titleLines };
  return checkDirection(title);
}

/**
 * What a page knows of a message's faults while its parser has not loaded; the server asks for what
 * is shown, too. Source: specification VA-8; decisions Q-10.
 */
export function checkTypedMessage(text: string): Fault | undefined {
  if (looksBlank(text)) return { code: 'text.empty', text: messages.messageEmpty };
  if (lengthOf(text) > limits.messageLength) return { code: 'text.tooLong', text: messages.messageTooLong };
  return undefined;
}

/** The name of a group of people, trimmed by the caller; it may be empty. Source: decisions M-9. */
export function checkChatName(name: string): Fault | undefined {
  if (lengthOf(name) > limits.chatNameLength) return { code: 'chat.name', text: messages.chatNameTooLong };
  if (name !== '' && (looksBlank(name) || hidesSomething(name))) {
    return { code: 'chat.name', text: messages.chatNameHidden };
  }
  return checkDirection(name);
}

/** A biography; it may be empty. Source: decisions Q-10. */
export function checkBiography(text: string): Fault | undefined {
  if (lengthOf(text) > limits.biographyLength) return { code: 'text.tooLong', text: messages.biographyTooLong };
  return undefined;
}

/** What separates tags: white space, and commas of Latin, Chinese, Japanese and Arabic script. */
export const tagSeparators = /[\s,，、،\p{White_Space}]+/gu;

/**
 * Splits the tags field. Drops duplicates regardless of case, keeping the first spelling, and
 * removes invisible characters, which would make two tags of one word. Source: decisions Q-8.
 */
export function parseTags(text: string): string[] {
  const names = text
    .split(tagSeparators)
    .map((name) => name.replace(/(?![\u202D\u202E])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu, ''));
  return distinctTags(names.filter((name) => name !== ''));
}

/** Drops duplicates regardless of case, keeping the first spelling. */
export function distinctTags(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) if (!seen.has(canonicalName(name))) seen.set(canonicalName(name), name);
  return [...seen.values()];
}

/** A question's tags, already split and distinct. Source: specification VA-6. */
export function checkTags(names: readonly string[]): Fault | undefined {
  if (names.length === 0) return { code: 'tags.missing', text: messages.tagsMissing };
  if (names.length > limits.tagsPerQuestion) return { code: 'tags.tooMany', text: messages.tagsTooMany };
  if (names.some((name) => lengthOf(name) > limits.tagLength))
    return { code: 'tag.tooLong', text: messages.tagTooLong };
  // A search could not name it: there, [tag] finds a tag's questions.
  if (names.some((name) => /[[\]]/.test(name))) return { code: 'tag.brackets', text: messages.tagBrackets };
  // In an address, these lead elsewhere.
  if (names.some((name) => name === '.' || name === '..')) return { code: 'tag.dots', text: messages.tagDots };
  return checkDirection(names.join(' '));
}

/** Why an operator renames somebody, trimmed by the caller; it may be blank. */
export function checkRenameReason(reason: string): Fault | undefined {
  return reason === '' ? undefined : checkDeleteReason(reason);
}

/** The reason for removing what somebody else wrote; trimmed. Everybody can read it. */
export function checkDeleteReason(reason: string): Fault | undefined {
  if (looksBlank(reason)) return { code: 'delete.reason', text: messages.deleteReasonMissing };
  if (lengthOf(reason) > limits.deleteReasonLength)
    return { code: 'delete.reason', text: messages.deleteReasonTooLong };
  return checkWellFormed(reason);
}
