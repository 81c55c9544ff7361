import { describe, expect, it } from '@jest/globals';
import {
  canonicalName,
  checkCredentials,
  checkMarks,
  checkTags,
  checkTitle,
  checkUsername,
  checkWellFormed,
  distinctTags,
  lengthOf,
  looksBlank,
  parseTags,
  postedText,
} from './checks.ts';
import {
  checkAnswerText,
  checkComment,
  checkHyperlinks,
  faultyLink,
  checkMessage,
  checkQuestionText,
} from '../posts/post-checks.ts';
import { looksLikeCode } from './faulty-links.ts';
import { formatPositions, parsePositions } from '../envelope.ts';
import { DomainError, type Fault, refuse, statusOfCode, unavailable } from '../errors.ts';

// Texts are spelled out as in the specification, so that a change of the catalogue fails here.

/** A whole body of marks in the wrong order, which takes seconds to normalize. */
const manyMarks = '\u0300'.repeat(40_000) + '\u0316'.repeat(40_000);

const textOf = (fault: Fault | undefined) => fault?.text ?? 'good';

/** Rows with a short title, however long the text is: input and output. */
function titled<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): [string, ...Row][] {
  return rows.map((row) => {
    const start = [...JSON.stringify(row[0])].slice(0, 40).join('');
    return [`${start} → ${JSON.stringify(row.at(-1))}`, ...row];
  });
}

/** Two code units, but one character to a person. */
const emoji = '\u{1F3B2}';

describe('characters', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['ä', 1],
    [emoji, 1],
    [emoji.repeat(100), 100],
    ['e\u0301', 2],
    ['\uD83C', 1],
  ])('%j counts %i', (text, length) => expect(lengthOf(text)).toBe(length));
});

/**
 * Invisible characters by name: white space, zero-width and joining characters, soft hyphen,
 * filler, blank Braille, a tag, a control.
 */
const unseen = [
  '\u200B',
  '\u2060',
  '\u00AD',
  '\uFEFF',
  '\u3164',
  '\u2800',
  '\u{E0041}',
  '\u0085',
  '\u0001',
  ' \u200B\n\u200D ',
];

describe('invisible text', () => {
  it.each(unseen)('%j is blank', (text) => expect(looksBlank(text)).toBe(true));
  it.each(['.', 'a\u200B', '\u200B\u05D0', '\u2801', emoji, '\u0301'])('%j is not', (text) =>
    expect(looksBlank(text)).toBe(false),
  );

  it.each([
    ['title', checkTitle, 'Title cannot be empty'],
    ['question', checkQuestionText, 'Question text cannot be empty'],
    ['answer', checkAnswerText, 'Answer text cannot be empty'],
    ['comment', checkComment, 'Comment text cannot be empty'],
    ['message', checkMessage, 'Message cannot be empty'],
    ['tags', (text: string) => checkTags(parseTags(text)), 'Should have at least 1 tag'],
  ] as const)('is no %s', (_, check, text) => {
    for (const blank of unseen) expect([blank, textOf(check(blank))]).toEqual([blank, text]);
  });

  it('is not accepted as the label of a link', () => {
    expect(checkHyperlinks('[\u200B](https://example.org)')?.code).toBe('text.hyperlink');
  });
});

describe('text that changes the direction of its surroundings', () => {
  it.each(['\u202D', '\u202E'])('%j is refused in titles and tags', (override) => {
    expect(checkTitle(`abc${override}def`)?.code).toBe('request.illFormedText');
    expect(checkTags(['good', `abc${override}`])?.code).toBe('request.illFormedText');
  });

  it('right-to-left text and its marks are accepted', () => {
    expect(
      checkTitle('\u200F\u05E9\u05DC\u05D5\u05DD!\u200E') ?? checkTags(['\u05E9\u05DC\u05D5\u05DD']),
    ).toBeUndefined();
  });

  it.each([...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'])('%j is refused in names', (control) => {
    expect(checkUsername(`ann${control}`)?.code).toBe('username.invalid');
  });
});

describe('[VA-3, LI-1, Q-10] title', () => {
  it.each(
    titled([
      ['', 'Title cannot be empty'],
      ['a', 'good'],
      ['a'.repeat(100), 'good'],
      ['a'.repeat(101), 'Title cannot be more than 100 characters'],
      [emoji.repeat(100), 'good'],
      [emoji.repeat(101), 'Title cannot be more than 100 characters'],
      ['a\tb', 'good'],
      ...['a\nb', 'a\u2028b', 'a\u0085b', 'a\u0007'].map(
        (title) => [title, 'Title cannot contain line breaks or control characters'] as const,
      ),
    ]),
  )('%s', (_, title, text) => expect(textOf(checkTitle(title))).toBe(text));

  it('names its codes', () => {
    expect(checkTitle('')?.code).toBe('title.empty');
    expect(checkTitle('a'.repeat(101))?.code).toBe('title.tooLong');
  });
});

describe.each([
  ['question', checkQuestionText, 'Question text'],
  ['answer', checkAnswerText, 'Answer text'],
] as const)('%s text', (_, check, subject) => {
  it.each(['', ' ', '\n\t \n', '\u00A0'])('%j is empty', (text) => {
    expect(check(text)).toEqual({ code: 'text.empty', text: `${subject} cannot be empty` });
  });

  it.each(
    titled([
      ['a', 'good'],
      ['a'.repeat(30_000), 'good'],
      [emoji.repeat(30_000), 'good'],
      ['[docs](https://example.org)', 'good'],
      ['[docs](http://example.org)', 'Invalid hyperlink format.'],
    ]),
  )('%s', (_title, text, expected) => expect(textOf(check(text))).toBe(expected));

  it.each(['a', emoji])('[Q-10] has at most 30,000 characters %s, whatever their size in bytes', (character) => {
    expect(check(character.repeat(30_001))).toEqual({
      code: 'text.tooLong',
      text: `${subject} cannot be more than 30000 characters`,
    });
  });
});

describe('[VA-5, Q-9] hyperlinks', () => {
  const good = [
    'no link at all',
    '[docs](https://example.org)',
    '[docs](https://x)',
    '[a](/home)',
    '[a](/question/1?x=2#answer-3)',
    '[a](/home "title")',
    '[a](/home?search=//)',
    '[a](https://x) and [b](https://y)',
    '[a [b] c](https://example.org)',
    '[`code`](https://example.org)',
    '![picture](https://example.org/a.png)',
    '[![picture](https://example.org/a.png)](https://example.org)',
    '[a](https://example.org/page_(first))',
    '[a](https://example.org "title")',
    'http://example.org by itself',
    'array[index] (aside)',
    'f[0](x',
    'a](javascript:alert(1))',
    '[a] (http://example.org)',
    '[a][b]',
    '\\[a](http://example.org)',
    '[a\\](http://example.org)',
    '[a \\[ b](https://example.org)',
    // code is skipped
    '`[a](b)`',
    '``[a](b) ` [c](d)``',
    'see `handlers[0](event)` there',
    '```\n[a](b)\n```',
    '```js\nhandlers[0](event);\n```\nand [docs](https://example.org)',
    '~~~\n[a](b)\n~~~',
    '````\n```\n[a](b)\n````',
    '```\n[a](b)',
    '   ```\n[a](b)\n```',
    '```\r\n[a](b)\r\n```\r\n',
    '    [a](b)',
    'text\n\n    [a](b)\n    [c](d)\n',
    '\t[a](b)',
    '```\nx\n```\n    [a](b)',
    '`[a`](b)',
    '- a\n\n      [a](b)',
    '-     [a](b)',
    '- ~~~\n  [a](b)\n  ~~~',
    '> ~~~\n> [a](b)',
    '~~~\r[a](b)\r~~~',
    '    [a](b)\r\r    [c](d)',
    '\uFEFF`[a](b)`',
  ];
  it.each(good)('%j is accepted', (text) => expect(checkHyperlinks(text)).toBeUndefined());

  const bad = [
    '[](https://example.org)',
    '[ ](https://example.org)',
    '[\n](https://example.org)',
    '[]()',
    '[a]()',
    '[a]( )',
    '[a](https://)',
    '[a](https:// )',
    '[a](https:// example.org)',
    '[a](http://example.org)',
    '[a](HTTPS://example.org)',
    '[a](//example.org)',
    '[a](/\\example.org)',
    '[a](/.//example.org)',
    '[a](/tags/..//example.org)',
    '[a](/%2e//example.org)',
    '[a](/.\\/example.org)',
    '[a](/\t/example.org)',
    '[a](example.org)',
    '[a](#top)',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](mailto:a@example.org)',
    '[a](ftp://example.org)',
    '![picture](http://example.org/a.png)',
    '![](https://example.org/a.png)',
    '[good](https://example.org) [bad](http://example.org)',
    '[bad](http://example.org) [good](https://example.org)',
    '[[a]](http://example.org)',
    '[a [b] c](javascript:alert(1))',
    '[![picture](https://example.org/a.png)](http://example.org)',
    '[[a](http://example.org)',
    '] [a](http://example.org)',
    '[[[a](http://example.org)',
    'a\n[b](c)\nd',
    // looks a little like code, but is not
    'text\n    [a](b)',
    '`` [a](b) `',
    '` [a](b)',
    '```\ncode\n```\n[a](b)',
    '```\ncode\n````\n[a](b)',
    '~~~\ncode\n~~~\n[a](b)',
    '``` a`b\n[a](b)',
    '`code` [a](b) `code`',
    '1. a\n\n    [a](b)',
    '- a\n\n    [a](b)',
    '- ~~~\n  code\n  ~~~\n  [a](b)',
    '> ~~~\n\n[a](b)',
    '~~~\rcode\r~~~\r[a](b)',
    '[a](http://x/`b) and `c`',
  ];
  it.each(bad)('%j is refused', (text) =>
    expect(checkHyperlinks(text)).toEqual({ code: 'text.hyperlink', text: 'Invalid hyperlink format.' }),
  );

  it.each([
    ['[a](http://example.org)', '[a](http://example.org)', false],
    ['[good](https://x) and [](https://y)', '[](https://y)', false],
    ['see [docs](example.org/page)', '[docs](example.org/page)', false],
    ['[a](mailto:a@example.org)', '[a](mailto:a@example.org)', false],
    ['then handlers[0](event.target) runs', '[0](event.target)', true],
    ['a lambda is [](int x) in it', '[](int x)', true],
    ['call()[key](value)', '[key](value)', true],
  ])('[BW-6, Q-34] of %j, the faulty link is named: %s', (text, link, isCode) => {
    const found = faultyLink(text);
    expect(found?.link).toBe(link);
    expect(found && looksLikeCode(found)).toBe(isCode);
  });

  // Each of these took an earlier or a careless pattern quadratic time: the test would exceed its
  // limit by minutes.
  const size = 30_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  it.each([
    ['opening brackets', fill('['), 'good'],
    ['closing brackets', fill(']'), 'good'],
    ['links without an end', fill('[a]('), 'good'],
    ['empty links without an end', fill('[]('), 'good'],
    ['links that end in one bracket', fill('[a](') + ')', 'Invalid hyperlink format.'],
    ['labels without an address', fill('[a]'), 'good'],
    ['nested labels', fill('[') + 'a' + fill(']') + '(http://x)', 'Invalid hyperlink format.'],
    ['nested labels before a good address', fill('[') + 'a' + fill(']') + '(https://x)', 'good'],
    ['nested links', fill('[') + 'a' + fill('](https://x)'), 'good'],
    ['blank labels before a link', fill('[ ') + '](https://x)', 'Invalid hyperlink format.'],
    ['a label of blanks', '[' + fill(' ') + '](https://x)', 'Invalid hyperlink format.'],
    ['an address of blanks', '[a](https://' + fill(' ') + ')', 'Invalid hyperlink format.'],
    ['good links', fill('[a](https://x) '), 'good'],
    ['backticks', fill('`'), 'good'],
    ['backticks in growing runs', Array.from({ length: 240 }, (_, n) => '`'.repeat(n + 1)).join(' '), 'good'],
    ['spans without an end', fill('` '), 'good'],
    ['fences', fill('```\n'), 'good'],
    ['lines of blanks', fill('   \n'), 'good'],
    ['a line of blanks', fill(' '), 'good'],
    ['backslashes', fill('\\'), 'good'],
    ['a run of fences of both kinds', fill('~~~\n```\n'), 'good'],
  ])('finishes on 30,000 characters of %s', (_, text, expected) =>
    expect(textOf(checkHyperlinks(text))).toBe(expected),
  );

  it('finds a bad link after 30,000 characters of anything', () => {
    for (const before of ['[', ']', '(', ')', '[a]', '[a](https://x)', 'a ', '\n', '[ ', '`` aaaaaaaaa ']) {
      expect([before, textOf(checkHyperlinks(`${fill(before)}\n[a](http://x)`))]).toEqual([
        before,
        'Invalid hyperlink format.',
      ]);
    }
  });
});

describe('[Q-9] what is stored of a text', () => {
  it.each([
    ['    a\n    b', '    a\n    b'],
    ['\ta', '\ta'],
    ['  - a\n  - b\n\n', '  - a\n  - b'],
    ['\n \t\n\r\n\r  a  \n ', '  a'],
    [' \n\u00A0\n', ''],
    ['a\n\n    b', 'a\n\n    b'],
    ['', ''],
  ])('of %j: %j', (typed, stored) => expect(postedText(typed)).toBe(stored));

  it('is found in linear time', () => {
    const typed = `${' '.repeat(30_000)}a${'\n'.repeat(30_000)}b`;
    expect(postedText(typed)).toBe(typed);
  });
});

describe('[VA-4, Q-9] a text of which nothing is seen is empty', () => {
  it.each([
    ...['&nbsp;', '&#8203;&ZeroWidthSpace;\n\n&#x2060;', '>', '- \n- ', '1.', '#', '---'],
    ...['```js\n```', '~~~', '****', '&nbsp;\n***', '- &shy;', '| |\n|-|'],
  ])('%j', (text) => {
    expect(checkQuestionText(text)?.code).toBe('text.empty');
    expect(checkAnswerText(text)?.code).toBe('text.empty');
    expect(checkComment(text)?.code).toBe('text.empty');
  });

  it.each(['[](https://x.org)', '![]()', '[&nbsp;][a]\n\n[a]: https://x.org'])('as a comment: %j', (text) =>
    expect(checkComment(text)?.code).toBe('text.empty'),
  );

  it.each(['>', '> \u200B', '```js\n```', '[](https://x.org)'])('as a message: %j', (text) =>
    expect(checkMessage(text)?.code).toBe('text.empty'),
  );

  it.each([
    ...['[EDIT]: rebooting', '[a]: <> "b"', '[a]\n\n[a]: b', '&lt;', '<!-- a -->', '`a`', '![](https://x.org/a.png)'],
    ...['- [ ] a', '1. .', '\\&nbsp;', '**a**', '['.repeat(30_000), '> '.repeat(15_000)],
  ])('%j is not', (text) => expect(checkComment(text.slice(0, 2_000))).toBeUndefined());

  it.each(['&nbsp;', '- ', '---', '#', '[EDIT]: rebooting', '***'])('%j is a message, which shows it', (text) =>
    expect(checkMessage(text)).toBeUndefined(),
  );
});

describe('[VA-6, LI-1, Q-8, BW-4] tags', () => {
  it.each([
    ['', []],
    ['  \n\t ', []],
    ['react', ['react']],
    ['  react   node\tsql\nvite ', ['react', 'node', 'sql', 'vite']],
    ['React react REACT node', ['React', 'node']],
    ['stra\u00DFe STRASSE', ['stra\u00DFe', 'STRASSE']],
    ['caf\u00E9 cafe\u0301', ['caf\u00E9']],
    ['a\u00A0b\u3000c', ['a', 'b', 'c']],
    ['react,node', ['react', 'node']],
    ['react, javascript ,c,', ['react', 'javascript', 'c']],
    ['潮，月、海،رمل', ['潮', '月', '海', 'رمل']],
    ['java\u200Bscript javascript \u00ADsql', ['javascript', 'sql']],
  ])('%j is split into %j', (text, names) => expect(parseTags(text)).toEqual(names));

  it('[Q-8] keeps the first spelling of duplicates', () => {
    expect(distinctTags(['Node', 'node', 'NODE', 'sql'])).toEqual(['Node', 'sql']);
  });

  it.each([
    [[], 'Should have at least 1 tag'],
    [['a'], 'good'],
    [['a', 'b', 'c', 'd', 'e'], 'good'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'Cannot have more than 5 tags'],
    [['a'.repeat(20)], 'good'],
    [['a'.repeat(21)], 'New tag length cannot be more than 20'],
    [[emoji.repeat(20)], 'good'],
    [[emoji.repeat(21)], 'New tag length cannot be more than 20'],
    [['good', 'a'.repeat(21)], 'New tag length cannot be more than 20'],
    [['a[0]'], 'A tag cannot contain [ or ]'],
    [['.net'], 'good'],
    [['.'], 'A tag cannot consist only of dots'],
    [['..'], 'A tag cannot consist only of dots'],
    [['a', 'b', 'c', 'd', 'e', 'f'.repeat(21)], 'Cannot have more than 5 tags'],
  ])('%j: %s', (names, text) => expect(textOf(checkTags(names))).toBe(text));

  it('counts six with a duplicate as five', () => {
    expect(checkTags(parseTags('a b c d e A'))).toBeUndefined();
  });
});

describe('[VA-1, S-2] sign-in', () => {
  it.each(
    titled([
      ['', '', 'Please enter a username and password'],
      ['ann', '', 'Please enter a username and password'],
      ['', 'secret', 'Please enter a username and password'],
      ['ann', 'secret', 'good'],
      ['ann', 'a'.repeat(128), 'good'],
      ['ann', 'a'.repeat(129), 'Password cannot be more than 128 characters'],
      ['ann', emoji.repeat(128), 'good'],
    ]),
  )('%s', (_, username, password, text) => expect(textOf(checkCredentials(username, password))).toBe(text));
});

describe('[S-2] username', () => {
  const invalid = 'Username cannot contain control characters or any of / \\ ? # %';
  const dots = 'Username cannot be “.” or “..”';
  const hidden = 'Username cannot contain invisible characters or two spaces in a row';
  const reserved = 'This username is not available';
  const tooLong = 'Username cannot be more than 40 characters';
  it.each(
    titled([
      ['', 'Please enter a username and password'],
      ['a', 'good'],
      ['Ann O\u2019Neil', 'good'],
      ['\u738B\u5C0F\u660E', 'good'],
      [emoji, 'good'],
      ['a.b', 'good'],
      ['...', 'good'],
      ['a'.repeat(40), 'good'],
      ['a'.repeat(41), tooLong],
      [emoji.repeat(40), 'good'],
      [emoji.repeat(41), tooLong],
      ...['/', '\\', '?', '#', '%'].map((sign) => [`a${sign}b`, invalid] as const),
      ...['\0', '\x07', '\n', '\t', '\x7F', '\x85'].map((sign) => [`a${sign}b`, invalid] as const),
      ['\uD83C', invalid],
      ['.', dots],
      ['..', dots],
      // characters that appear by normalizing
      ['\uFF0E\uFF0E', dots],
      ['\u2025', dots],
      ['a\uFF0Fb', invalid],
      ['a\u2100', invalid],
      ['100\uFF05', invalid],
      // invisible characters
      ['\u200B', invalid],
      ['\u3164', invalid],
      ['\u2800 \u00AD', invalid],
      // invisible characters beside visible ones
      ...['\u200B', '\u200D', '\u00AD', '\uFEFF', '\uFE0F', '\u3164', '\u2800', '\u034F', '\uE000'].map(
        (sign) => [`compu${sign}ter`, hidden] as const,
      ),
      ['\u0600ann', hidden],
      ['deleted  user', hidden],
      ['ann \u00A0b', hidden],
      ['ann\u2028b', hidden],
      ['ann\u1680b', hidden],
      ['ann\u00A0b', 'good'],
      ['\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627', 'good'],
      ['deleted user', reserved],
      ['Deleted User', reserved],
      ['computer', reserved],
      ['COMPUTER', reserved],
      ['\uFF23omputer', reserved],
      ['computers', 'good'],
    ]),
  )('%s', (_, username, text) => expect(textOf(checkUsername(username))).toBe(text));

  it.each([
    ['Ann', 'ann'],
    ['\uFF21nn', 'ANN'],
    ['caf\u00E9', 'CAFE\u0301'],
    ['\uFB01n', 'fin'],
    ['\u212Bke', '\u00E5ke'],
  ])('%j and %j are the same name', (one, other) => expect(canonicalName(one)).toBe(canonicalName(other)));

  it('distinguishes different names', () => {
    expect(canonicalName('ann')).not.toBe(canonicalName('anna'));
    expect(canonicalName('ann b')).not.toBe(canonicalName('annb'));
  });

  it('has its form whatever white space is around it, and in its longest spelling', () => {
    expect(canonicalName(`${' '.repeat(100_000)}\u3000Ann\uFEFF`)).toBe('ann');
    const [ligatures, bold] = ['\uFDFA'.repeat(40), '\u{1D41A}'.repeat(40)];
    expect(canonicalName(canonicalName(ligatures))).toBe(canonicalName(ligatures));
    expect(canonicalName(bold)).toBe('a'.repeat(40));
  });

  it('is no text longer than that, which is compared as it is', () => {
    expect(canonicalName(` A${manyMarks} `)).toBe(`A${manyMarks}`);
  });
});

describe('text that PostgreSQL refuses', () => {
  it.each(['a\0b', '\0', '\uD83C', 'a\uDFB2b', '\uDFB2\uD83C'])('%j is refused', (text) =>
    expect(checkWellFormed(text)).toEqual({
      code: 'request.illFormedText',
      text: 'The text contains characters that cannot be stored.',
    }),
  );
  it.each(['', 'a', emoji, '\n\t', '\uFFFD'])('%j is accepted', (text) =>
    expect(checkWellFormed(text)).toBeUndefined(),
  );
});

describe('[Q-10] combining marks in a row', () => {
  const around = (run: string) => `${'a'.repeat(100)}${run}${'b'.repeat(100)}`;
  it.each([
    ['31', around('\u0301'.repeat(31))],
    ['31 at the start', '\u0301'.repeat(31) + 'a'.repeat(100)],
    ['31 of several scripts and planes', around('\u0344\u05B4\u{1D165}'.repeat(10) + '\u0316')],
    ['a whole body', manyMarks],
  ])('%s are refused', (_, text) =>
    expect(checkMarks(text)).toEqual({
      code: 'text.marks',
      text: 'A character cannot have more than 30 accents or other combining marks.',
    }),
  );
  it.each([
    ['30', around('\u0301'.repeat(30))],
    ['30 on each character', `a${'\u0301'.repeat(30)}`.repeat(1_000)],
    ['a name or a password that is nothing else, from an earlier version', '\u0301'.repeat(128)],
  ])('%s are accepted', (_, text) => expect(checkMarks(text)).toBeUndefined());
});

describe('positions in a header', () => {
  it.each([
    [{}, ''],
    [{ qa: 12 }, 'qa:12'],
    [{ qa: 12, identity: 7 }, 'qa:12,identity:7'],
  ])('%j is written as %j and read back', (positions, text) => {
    expect(formatPositions(positions)).toBe(text);
    expect(parsePositions(text)).toEqual(positions);
  });

  it.each(
    titled([
      ['qa:12, identity:7', { qa: 12, identity: 7 }],
      ['qa:999999999999999', { qa: 999_999_999_999_999 }],
      ['qa:1234567890123456', {}],
      ['qa:-1', {}],
      ['qa:1.5', {}],
      ['qa:', {}],
      ['qa', {}],
      ['QA:1', {}],
      ['notqa:1', {}],
      ['not qa:1', {}],
      ['__proto__:1,constructor:2', {}],
      ['unknown:5,qa:3,;;', { qa: 3 }],
      [':'.repeat(2_000), {}],
    ]),
  )('%s', (_, text, positions) => expect(parsePositions(text)).toEqual(positions));
});

describe('refusals', () => {
  it.each(Object.entries(statusOfCode))('[T-1] %s has the status %i, one of those in T-1', (code, status) => {
    expect([400, 401, 403, 404, 405, 408, 409, 413, 415, 429, 500, 503, 507]).toContain(status);
    // `reauth` alone has no subject: the design gives it that name.
    expect(code).toMatch(/^([a-z]+\.[a-zA-Z]+|reauth)$/);
  });

  it('throws the first error and accepts valid values', () => {
    const fault: Fault = { code: 'title.empty', text: 'Title cannot be empty' };
    const later: Fault = { code: 'tags.missing', text: 'Should have at least 1 tag' };
    expect(() => refuse(undefined, fault, later)).toThrow(new DomainError('title.empty', 'Title cannot be empty'));
    expect(() => refuse(undefined, undefined)).not.toThrow();
    expect(() => refuse()).not.toThrow();
  });

  it('gives the delay before retrying an unavailable service', () => {
    expect(unavailable()).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
    expect(statusOfCode[unavailable().code]).toBe(503);
  });
});

describe('a password’s length', () => {
  it('counts an accented letter once, in either form', () => {
    expect(checkCredentials('ann', 'e\u0301'.repeat(128))).toBeUndefined();
    expect(checkCredentials('ann', 'e\u0301'.repeat(129))?.code).toBe('password.tooLong');
  });

  it('counts the most marks that one letter can have', () => {
    expect(checkCredentials('ann', '\u03B1\u0313\u0300\u0345'.repeat(128))).toBeUndefined();
    expect(checkCredentials('ann', `e${manyMarks}`)?.code).toBe('password.tooLong');
  });
});
