import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A row of docs/specification.md, or a decision of docs/decisions.md. */
export interface Point {
  readonly section: string;
  readonly code: string;
  readonly text: string;
}

/**
 * A test, or a group or row of tests, whose title begins with the codes of the points that it
 * covers.
 */
export interface TaggedTest {
  readonly file: string;
  readonly title: string;
  readonly codes: readonly string[];
}

export function pointsOf(markdown: string): readonly Point[] {
  let section = '';
  return markdown.split('\n').flatMap((line) => {
    section = /^##+ (.*)/.exec(line)?.[1] ?? section;
    const [, code, text] = /^\| ([A-Z]\S*) \| (.+) \|$/.exec(line) ?? [];
    return code === undefined || text === undefined ? [] : [{ section, code, text }];
  });
}

/** Each heading `### Q-6 title` is a decision, with what stands below it. */
export function decisionsOf(markdown: string): readonly Point[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const [section = '', ...decisions] = part.split(/^### /m);
    return decisions.flatMap((decision) => {
      const [, code, text] = /^([A-Z]-\d+|X) ([\s\S]+)$/.exec(decision) ?? [];
      if (code === undefined || text === undefined) return [];
      return [{ section: section.split('\n', 1)[0] ?? '', code, text: text.trim().replaceAll(/\n+/g, ' ') }];
    });
  });
}

/** A code that is written wrongly is read as well, so that it is found to be unknown. */
const tag = /(['"`])\[((?:[A-Z]{1,2}-?\d+|X(?=[,\]]))[^\]\n]*)\] ?/.source;

export function testsOf(file: string, source: string): readonly TaggedTest[] {
  const titles = source.matchAll(new RegExp(`${tag}((?:\\\\.|(?!\\1)[^\\\\\\n])*)\\1`, 'g'));
  return [...titles].map(([, , codes = '', title = '']) => ({ file, title, codes: codes.split(', ') }));
}

/** A source, with the codes in its titles removed. */
export const untagged = (source: string): string => source.replaceAll(new RegExp(tag, 'g'), '$1');

function specsIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : specsIn(`${path}/`);
    return /\.spec\.tsx?$/.test(path) ? [path] : [];
  });
}

export const readDecisions = (): readonly Point[] => decisionsOf(read('docs/decisions.md'));

export const readPoints = (): readonly Point[] => [...pointsOf(read('docs/specification.md')), ...readDecisions()];

export function readTests(): readonly TaggedTest[] {
  const files = ['deploy/', 'gateway/', 'libs/', 'services/', 'tests/', 'web/'].flatMap(specsIn);
  // Its own spec contains titles that are wrong on purpose.
  return files
    .filter((file) => file !== 'tests/lint/specification/specification.spec.ts')
    .flatMap((file) => testsOf(file, read(file)));
}
