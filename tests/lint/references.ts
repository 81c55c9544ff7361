import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pointsOf, readDecisions } from './specification/points.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The targets that references may have. */
export interface Targets {
  readonly decisions: ReadonlySet<string>;
  readonly specification: ReadonlySet<string>;
  /** Whether there is such a file or folder, by its path from the root. */
  exists(path: string): boolean;
  /** The anchors of a Markdown file. */
  anchorsOf(path: string): ReadonlySet<string>;
}

/** Published works that comments may cite. A new one is added here. */
const works = [
  /https:\/\/\S+/,
  /RFC \d{4}\b/,
  /OpenID Connect Core 1\.0\b/,
  /OWASP ASVS \d+\.\d+/,
  /OWASP, "Slow Down Online Guessing Attacks with Device Cookies"/,
  /Okabe and Ito\b/,
  /mulberry32\b/,
  /misère subtraction game, Berlekamp, Conway, Guy, Winning Ways\b/,
  /retrograde analysis, Thompson\b/,
];

const code = /(?:[A-Z]{1,2}-\d+|X\b)/.source;
const codes = `${code}(?:(?:, | and | to )${code})*`;

/** `decisions Q-6`, `specification VA-1, VA-2`, `decisions C-1 to C-3`. */
const cited = new RegExp(`\\b(decisions|specification) (${codes})`, 'g');

/** `docs/operations.md#data`; in Markdown also from the folder of the file. */
const markdownFile = /(?<![\w/.@*-])(?:\.{1,2}\/)*\w[\w.-]*(?:\/[\w.-]+)*\.md(?:#[\w-]+)?(?![\w-]|\]\()/g;

/** A link of Markdown to something of this repository. */
const link = /\]\(((?!https?:|mailto:)[^)\s]+)\)/g;

/** A file or folder in code quotes, without patterns in it. A clone need not be built. */
const quotedPath = /`((?:\.ci|libs|services|gateway|web|deploy|tests|docs)(?:\/(?!dist\b)[\w.@-]+)+\/?)`/g;

const sourceStart = /\bSource:(?!`)/g;
const sourceForm = new RegExp(
  `^ (?:(?:decisions|specification) ${codes}|docs/[\\w/-]+\\.md#[\\w-]+|${works.map((work) => work.source).join('|')})`,
);
const afterSource = /^(?:[.,:) ]|\*\/|$)/;

/** A code anywhere, as in titles of tests and in documents. */
const bareCode = /(?<![\w-])(?:[CEGLMNOQSTU]|P(?!-256)|SC|EN|ST|CA|EV|TX|VA|LI|RO)-\d+(?![\w-])/g;

/** What looks like a reference to a document of ours and is not written as one. */
const lookAlikes = [
  // `specification 1, section 4`, `decisions, section C`
  /\b(?:decisions?|specifications?)(?:\.md)?[,:]? ["“'(]?(?:§|sections?\b|chapters?\b|points?\b|\d)/gi,
  // `decision Q-6`, `Decisions Q-6`, `decisions: Q-6`, `specification.md, VA-1`
  new RegExp(`\\b(?:[Dd]ecision|Decisions|[Ss]pecifications|Specification)(?:\\.md)?[,:]? ${code}`, 'g'),
  new RegExp(`\\b(?:decisions|specification)(?:\\.md|[,:])+ ${code}`, 'g'),
  // `decisions G`
  /\bdecisions [A-WYZ]\b(?!-\d)/g,
  // `security, "Session"`, `architecture, 11`, `performance, lever 1`
  /\b(?:architecture|security|reliability|performance|toolchain|style|operations|development)(?:\.md)?, (?:["“§]|(?:section|point|lever|fault|trap|aim|rule|number)s? ?\d|\d+ ?(?:[;.)*]|and\b|to\b))/gi,
  // `the security design`, `the design, section 3`
  /\bthe (?:architecture|security|reliability|performance) design\b/gi,
  /\b(?:design|drawing|document),? (?:§|(?:section|point|chapter) ?\d)/gi,
];

/** The anchor that GitHub gives a heading. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a Markdown text. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return new Set([...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugOf(heading)));
}

/** The lines as one, without the signs of comments, so that a reference may be wrapped. */
function unwrapped(text: string): { readonly flat: string; lineOf(index: number): number } {
  const starts: number[] = [];
  let flat = '';
  for (const line of text.split('\n')) {
    starts.push(flat.length);
    flat += `${line.replace(/^\s*(?:\/\/|\/?\*+(?!\/)|#(?= ))?\s*/, '').trimEnd()} `;
  }
  return { flat, lineOf: (index) => starts.findLastIndex((start) => start <= index) + 1 };
}

function isThere(file: string, target: string, targets: Targets): boolean {
  const [path = '', anchor] = target.split('#');
  const beside = posix.join(posix.dirname(file), path);
  const candidates = path === '' ? [file] : file.endsWith('.md') ? [beside, path] : [path];
  return candidates.some(
    (each) => targets.exists(each) && (anchor === undefined || targets.anchorsOf(each).has(anchor)),
  );
}

/** Every reference of a file that does not resolve, as `file:line: reference`. */
export function danglingIn(file: string, text: string, targets: Targets): readonly string[] {
  const { flat, lineOf } = unwrapped(text);
  const found: { readonly from: number; readonly to: number; readonly what: string }[] = [];
  /** What lies within another finding is part of it. */
  const note = (from: number, what: string): void => {
    if (!found.some((other) => other.from <= from && from < other.to))
      found.push({ from, to: from + what.length, what });
  };
  for (const { index } of flat.matchAll(sourceStart)) {
    let rest = flat.slice(index + 'Source:'.length);
    let form: string | undefined;
    do {
      form = sourceForm.exec(rest)?.[0];
      rest = rest.slice(form?.length ?? 0);
      // Several are separated by semicolons, and each has the form.
    } while (form !== undefined && rest.startsWith(';') && (rest = rest.slice(1)));
    if (form === undefined || !afterSource.test(rest)) {
      note(index, flat.slice(index).split(/(?<=[.)]) |\*\//, 1)[0] ?? '');
    }
  }
  for (const { index, 0: whole, 1: name, 2: list = '' } of flat.matchAll(cited)) {
    const known = name === 'decisions' ? targets.decisions : targets.specification;
    if (!list.split(/, | and | to /).every((each) => known.has(each))) note(index, whole);
  }
  for (const { index, 0: path } of flat.matchAll(markdownFile)) {
    if (!isThere(file, path, targets)) note(index, path);
  }
  for (const { index, 0: bare } of flat.matchAll(bareCode)) {
    if (!targets.decisions.has(bare) && !targets.specification.has(bare)) note(index, bare);
  }
  for (const pattern of lookAlikes) {
    for (const { index, 0: whole } of flat.matchAll(pattern)) note(index, whole);
  }
  if (file.endsWith('.md')) {
    for (const { index, 1: target = '' } of flat.matchAll(link)) {
      if (!isThere(file, target, targets)) note(index + 2, target);
    }
    for (const { index, 1: path = '' } of flat.matchAll(quotedPath)) {
      if (!targets.exists(path)) note(index + 1, path);
    }
  }
  return found
    .sort((one, other) => one.from - other.from)
    .map(({ from, what }) => `${file}:${lineOf(from)}: ${what.trim()}`);
}

/** A file in which references are looked for. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Folders that hold nothing of ours, or nothing that is written by hand. */
const leftOut = /^(?:node_modules|dist|\.(?!ci$|github$).*)$/;

function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return leftOut.test(entry.name) ? [] : filesIn(`${path}/`);
    return /\.(?:tsx?|mjs|css|ya?ml|md)$/.test(path) ? [path] : [];
  });
}

/**
 * Every file of the repository that can hold a reference. The test of references holds wrong ones
 * on purpose.
 */
export function readSources(): readonly SourceFile[] {
  const files = filesIn('./').map((file) => file.slice(2));
  return files
    .filter((file) => !/^tests\/lint\/(?:references|specification\.spec)(?:\.spec)?\.ts$/.test(file))
    .map((file) => ({ file, text: read(file) }));
}

/** What the repository's references can lead to. */
export function readTargets(): Targets {
  const anchors = new Map<string, ReadonlySet<string>>();
  return {
    decisions: new Set(readDecisions().map((point) => point.code)),
    specification: new Set(pointsOf(read('docs/specification.md')).map((point) => point.code)),
    exists: (path) => existsSync(new URL(path, root)),
    anchorsOf(path) {
      const known = anchors.get(path) ?? anchorsIn(read(path));
      anchors.set(path, known);
      return known;
    },
  };
}
