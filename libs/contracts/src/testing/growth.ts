import { checkMarks } from '../text/checks.ts';

type Read = (text: string) => unknown;

/** Signs that parsers look at, alone and begun again and again without an end. */
const pieces = [
  ...[
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '[',
    ']',
    '(',
    ')',
    '`',
    '*',
    '_',
    '~',
    '@',
    '＠',
    '#',
    '"',
    "'",
    '<',
    '>',
    '\\',
    '!',
  ],
  ...['|', '-', '.', ':', '/', '&', '=', '1', '，', '中', 'ß', 'Σ', '가', '😀', '\ud800', '\u200b', '\u202e', '\ufdfa'],
  ...[
    'a\u0301',
    '\u05b0\u05b1',
    '\ue0000\ue000',
    '`a',
    '``a`',
    '``` `',
    '```a\n',
    '~~~\n',
    '\n    a',
    '~~a',
    '$a',
    '\\[',
  ],
  ...['*a ', '**a', '_a ', '*_', '**_', '[a](', '[a](/', '](https://x)', '[a]: ', '[a][', '![', '[[', '[a[', '[a](b "'],
  ...['<a:', '<a b="', '<!--', '<?', '</', 'www.', 'http://', 'https://x.y ', 'a@b.c ', 'a.', '&#', '@a ', '@"', '@"a'],
  ...['> ', '>', '- ', '\n- ', '\n> ', '\n1. a', '\n- [ ] a', '- a\n  - b\n', '# ', 'a\n=\n', '|a|\n', '\n|-', 'a, '],
  ...['- - a\n', '> > a\n\n', '> a\n\n- b\n\n', '1. a\n\n   b\n', '|a|\n|-|\n|b|\n\n', '*a', '# a\n', '*a*\n\n'],
  ...['user:', '-"', '-a', 'a b ', ' \n', '{', '%', '\u2028', '\u00a0'],
];

const shapes: readonly Read[] = [
  (text) => text,
  (text) => `a${text}`,
  (text) => `${text}!`,
  (text) => `[${text}](https://x.y)`,
  (text) => `@"${text}`,
];

const ordinary = Array.from({ length: 100 }, (_, index) =>
  `Hello, \`code${index}\` and [a link](https://example.org/${index}) for @bob.\n\n`.repeat(20),
);

/** A flat string, as it comes from a request. */
function filled(piece: string, size: number, shape: Read): string {
  return JSON.parse(JSON.stringify(shape(piece.repeat(size / piece.length)))) as string; // a string before, too
}

/** The processor time that reading a text takes, in milliseconds. */
function timeOf(read: Read, text: string): number {
  const start = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Below this, in milliseconds, the clock says nothing. */
const measurable = 20;

/** The longest post is twice as long, with the signs of every shape. */
const size = 14_990;

/**
 * The beginning of a text that takes a function more than three times as long when it is twice as
 * long, if there is one: quadratic work takes four times. The function has read a hundred ordinary
 * texts before, and reads some of them again between the measurements: what optimized code does
 * with a string is not seen by counting calls. The texts are those that a request may have.
 */
export function textThatGrows(read: Read): string | undefined {
  for (const text of ordinary) read(text);
  growing ??= pieces.flatMap((piece) => shapes.map((shape) => growingText(piece, shape)).filter(isAllowed));
  return growing.find((text) => grows(read, text))?.twice.slice(0, 40);
}

/** A text, and one of twice its length. */
interface GrowingText {
  readonly once: string;
  readonly twice: string;
}

/** The same for every function, and made once: that takes as long as most take to read them. */
let growing: readonly GrowingText[] | undefined;

function growingText(piece: string, shape: Read): GrowingText {
  return { once: filled(piece, size, shape), twice: filled(piece, 2 * size, shape) };
}

const isAllowed = ({ twice }: GrowingText): boolean => checkMarks(twice) === undefined;

/**
 * The beginning of a text that takes a function more than four times as long as an ordinary one of
 * the greatest length, if there is one: each is as long as it may be before `isLeft`. Bounds of
 * what is read keep work that grows quadratically small, which growth alone does not show.
 */
export function textThatIsSlow(read: Read, isLeft: (text: string) => boolean): string | undefined {
  const usual = ordinary.join('').slice(0, 2 * size);
  for (const text of ordinary) read(text);
  // Only what takes longer than this is compared closely.
  const atLeast = Math.max(measurable, Math.min(...[0, 1, 2].map((round) => timeOf(read, `${round}${usual}`))));
  return pieces
    .map((piece) => longestRead(piece, isLeft))
    .find((text) => !checkMarks(text) && takes(read, text, atLeast) && isSlow(read, text, usual))
    ?.slice(0, 40);
}

function longestRead(piece: string, isLeft: (text: string) => boolean): string {
  const textOf = (times: number): string => filled(piece, times * piece.length, (text) => text);
  let [most, tooMany] = [0, Math.ceil((2 * size) / piece.length)];
  while (most + 1 < tooMany) {
    const between = Math.floor((most + tooMany) / 2);
    if (isLeft(textOf(between))) tooMany = between;
    else most = between;
  }
  return textOf(most);
}

function isSlow(read: Read, text: string, usual: string): boolean {
  const [times, usually]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    usually.push(timeOf(read, `${round}${usual}`));
    times.push(timeOf(read, text));
  }
  return medianOf(times) > 4 * medianOf(usually);
}

/** Read twice: what else runs may have made it late once. */
function takes(read: Read, text: string, milliseconds: number): boolean {
  return timeOf(read, text) >= milliseconds && timeOf(read, text) >= milliseconds;
}

function grows(read: Read, { once, twice }: GrowingText): boolean {
  if (!takes(read, twice, measurable)) return false;
  const [short, long]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    for (const text of ordinary.slice(10 * round, 10 * round + 10)) read(text);
    short.push(timeOf(read, once));
    long.push(timeOf(read, twice));
  }
  return measurable + medianOf(long) > 3 * (measurable + medianOf(short));
}

/** The collection of garbage falls into some of the rounds. */
function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
