// `npm run specification`: each point of docs/specification.md with its tests, as Markdown.
import { readPoints, readTests } from './points.ts';

const tests = readTests();
const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|');
let last = '';
for (const { section, code, text } of readPoints()) {
  if (section !== last) console.log(`\n## ${section}\n\n| code | point | tests |\n| --- | --- | --- |`);
  last = section;
  const holding = tests
    .filter(({ codes }) => codes.includes(code))
    .map(({ file, title }) => `${file} › ${cell(title)}`);
  console.log(`| ${code} | ${text} | ${[...new Set(holding)].join('<br>')} |`);
}
