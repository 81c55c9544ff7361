import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import type * as recheck from 'recheck';
import ts from 'typescript';

// In this process: the alternatives start other programs.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = createRequire(import.meta.url)('recheck') as typeof recheck; // its types are those of a module

const root = new URL('../../', import.meta.url);

/** The usual clocks stop too soon on a busy machine; without any, nobody learns which one hangs. */
const clocks = { timeout: 30_000, incubationTimeout: null, attackTimeout: null };

/** Where user input is parsed. */
const folders = ['gateway/src/', 'libs/contracts/src/', 'libs/rules/src/', 'services/', 'web/src/'];

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'testing'].includes(entry.name) ? [] : sourcesIn(`${path}/`);
    return /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path) ? [path] : [];
  });
}

interface Expression {
  readonly text: string;
  readonly where: string;
}

/** The regular expressions of a source, as they are written; one built from strings is unknown. */
function expressionsIn(where: string, code: string): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ text: node.text, where });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') found.push({ text: node.getText(), where });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(where, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** Why a regular expression may take more than linear time; undefined if it cannot. */
function faultOf({ text, where }: Expression): string | undefined {
  if (!text.startsWith('/')) return `${where}: ${text}: not known before it runs`;
  const end = text.lastIndexOf('/');
  const found = checkSync(text.slice(1, end), text.slice(end + 1), clocks);
  if (found.status === 'safe') return undefined;
  return `${where}: ${text}: ${found.status === 'vulnerable' ? found.complexity.summary : found.status}`;
}

it('the check finds quadratic and worse ones, and ones built from strings', () => {
  const code = String.raw`const all = [/^(a|a)*$/, /<([^>]*)>\s*;/, new RegExp(given), /^\d+$/u, /a*b/g];`;
  expect(expressionsIn('x.ts', code).map(faultOf)).toEqual([
    expect.stringContaining('exponential'),
    expect.stringContaining('2nd degree polynomial'),
    expect.stringContaining('not known'),
    undefined,
    expect.stringContaining('2nd degree polynomial'),
  ]);
});

it(
  'no regular expression for user input takes more than linear time',
  () => {
    const all = folders
      .flatMap(sourcesIn)
      .flatMap((path) => expressionsIn(path, readFileSync(new URL(path, root), 'utf8')));
    expect(all.length).toBeGreaterThan(50);
    // Many are written in several places.
    const faults = [...new Map(all.map((each) => [each.text, each])).values()].flatMap((each) => faultOf(each) ?? []);
    expect(faults).toEqual([]);
  },
  10 * 60_000,
);
