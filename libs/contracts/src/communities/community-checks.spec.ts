import { describe, expect, test } from '@jest/globals';
import {
  canonicalCommunityName,
  checkCommunityDescription,
  checkCommunityName,
  checkPollExpiry,
  checkPollOptions,
  checkPollQuestion,
  isVisibility,
} from './community-checks.ts';
import type { Fault } from '../errors.ts';

// Texts are spelled out as in the specification, so that a change of the catalogue fails here.

const textOf = (fault: Fault | undefined) => fault?.text ?? 'good';
const hidden = 'Name cannot contain invisible characters, line breaks or two spaces in a row';
const illFormed = 'The text contains characters that cannot be stored.';

/** Two code units, but one character to a person. */
const emoji = '\u{1F3B2}';

describe('[VA-16] communities', () => {
  test.each([
    ['a name', 'Bakers', 'good'],
    ['none', '', 'Name cannot be empty'],
    ['invisible characters only', ' \u200b\u2800', 'Name cannot be empty'],
    ['100 characters', emoji.repeat(100), 'good'],
    ['101 characters', emoji.repeat(101), 'Name cannot be more than 100 characters'],
    ['a direction override', 'a\u202eb', illFormed],
    ['a lone surrogate', '\ud800', illFormed],
    ['a line break', 'Bread\nbakers', hidden],
    ['two spaces', 'Bread  bakers', hidden],
    ['a soft hyphen', 'Bread\u00adbakers', hidden],
    ['a zero-width space', 'Bread\u200bbakers', hidden],
    ['a tag character', 'Bread\u{e0041}', hidden],
    ['a direction mark', 'Bread\u200f', hidden],
  ])('[LI-15] a name: %s', (_, name, text) => expect(textOf(checkCommunityName(name))).toBe(text));

  test.each([
    ['one', 'About bread', 'good'],
    ['none', '  ', 'Question text cannot be empty'],
    ['1,000 characters', emoji.repeat(1_000), 'good'],
    ['1,001 characters', emoji.repeat(1_001), 'Description cannot be more than 1000 characters'],
    ['a NUL', 'a\0b', illFormed],
  ])('[Q-10] a description: %s', (_, description, text) =>
    expect(textOf(checkCommunityDescription(description))).toBe(text),
  );

  test('names that look the same count as the same', () => {
    expect(['A  b', ' a B ', 'Ａ\u00a0b', 'a\u200b b\u00ad', 'a\n\tb'].map(canonicalCommunityName)).toEqual(
      Array.from({ length: 5 }, () => 'a b'),
    );
    expect(canonicalCommunityName('ab')).not.toBe(canonicalCommunityName('a b'));
  });

  test('a visibility is one of two', () => {
    expect(['public', 'private', 'Public', '', 'toString'].map(isVisibility)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('[VA-19] polls', () => {
  test.each([
    ['one', 'Tea?', 'good'],
    ['none', ' ', 'Question text is required.'],
    ['1,000 characters', emoji.repeat(1_000), 'good'],
    ['1,001 characters', emoji.repeat(1_001), 'Question text cannot be more than 1000 characters'],
    ['a direction override', 'a\u202db', illFormed],
  ])('[P-3] a question: %s', (_, question, text) => expect(textOf(checkPollQuestion(question))).toBe(text));

  test.each([
    [['a', 'b'], 'good'],
    [['a', 'b', 'c', 'd', 'e'], 'good'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'Cannot have more than 5 options.'],
    [['a'], 'All options must have text.'],
    [[], 'All options must have text.'],
    [['a', ''], 'All options must have text.'],
    [['a', '\u200b'], 'All options must have text.'],
    [['Tea', 'tea'], 'Options must differ from each other.'],
    [['a', 'b\u202e'], illFormed],
  ])('[LI-15] options: %j', (options, text) => expect(textOf(checkPollOptions(options))).toBe(text));

  test('options of 200 characters, and one more', () => {
    expect(textOf(checkPollOptions(['a', emoji.repeat(200)]))).toBe('good');
    expect(textOf(checkPollOptions(['a', emoji.repeat(201)]))).toBe('Options cannot be more than 200 characters');
  });

  test.each([
    ['', 'Expiration date is required.'],
    ['2026-06-01T12:00:00.000Z', 'Expiration date cannot be in the past.'],
    ['2026-06-01T11:59:59.999Z', 'Expiration date cannot be in the past.'],
    ['2026-06-01T12:00:00.001Z', 'good'],
    ['2026-09-09T12:00:00.000Z', 'good'],
    ['2026-09-09T12:00:00.001Z', 'Expiration date cannot be more than 100 days ahead.'],
    ['9999-12-31T23:59:59.999Z', 'Expiration date cannot be more than 100 days ahead.'],
  ])('[VA-19] an end at %s', (expiresAt, text) =>
    expect(textOf(checkPollExpiry(expiresAt, '2026-06-01T12:00:00.000Z'))).toBe(text),
  );
});
