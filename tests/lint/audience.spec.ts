import { expect, it } from '@jest/globals';
import { readSources } from './references.ts';

/** What a second encoding of who may see a post would have to name, and the files that may. */
const marks: readonly { readonly named: RegExp; readonly allowed: RegExp }[] = [
  {
    named: /\bcommunity_people\b/,
    allowed: /^libs\/people\/src\/(?:audience|community)/,
  },
  {
    // The service of communities decides it of its own tables.
    named: /\bc\.visibility\b|\.visibility\s*[!=]==/,
    allowed: /^libs\/people\/src\/audience|^services\/(?:communities|games)\//,
  },
  {
    // Rows show it, and each service tells the audience its columns.
    named: /\bonly_followers\b/,
    allowed: /\.(?:entity|projection|view)\.ts$|\/(?:visibility|question-row\.queries)\.ts$/,
  },
  {
    // As a condition, not as a value that is passed on.
    named:
      /[!(&|]\s*(?:\w+\.)*onlyFollowers\b(?!\s*[,}:])|\bonlyFollowers\s*(?:\?[^?:.]|&&|\|\|)|\bfilter\(.*\bonlyFollowers\b/,
    allowed: /^$/,
  },
  {
    // Whether copies are current is asked of the logs that they come from.
    named: /\.(?:allFresh|fresh\()/,
    allowed: /^libs\/(?:people\/src\/audience|kernel\/src\/(?:consumer|service)\/)/,
  },
];

const isServer = (file: string): boolean =>
  /^(?:libs|services|gateway)\/.*\.ts$/.test(file) && !/\.(?:spec|migrations)\.ts$|\/testing\//.test(file);

/** Lines that may encode it again, as `file:line`. */
function encodings(file: string, text: string): string[] {
  if (!isServer(file)) return [];
  const banned = marks.filter(({ allowed }) => !allowed.test(file));
  return text
    .split('\n')
    .flatMap((line, index) => (banned.some(({ named }) => named.test(line)) ? [`${file}:${index + 1}`] : []));
}

it('[Q-6, Q-7] who may see a question is said once, in libs/people', () => {
  const sources = readSources();
  for (const { named } of marks.slice(0, 3)) {
    expect(sources.filter(({ file, text }) => isServer(file) && named.test(text))).not.toEqual([]);
  }
  expect(sources.flatMap(({ file, text }) => encodings(file, text))).toEqual([]);
});

it.each([
  ['services/qa/src/tag/tag.queries.ts', 'where not q.only_followers', 1],
  ['services/qa/src/question/question.entity.ts', `@Column('boolean', { name: 'only_followers' })`, 0],
  ['services/notifications/src/notification/recipients.ts', 'exists (select from community_people p', 1],
  ['services/notifications/src/notification/recipients.ts', `c.visibility = 'public'`, 1],
  ['services/qa/src/question/question.live.ts', `if (community.visibility === 'private') {`, 1],
  ['services/qa/src/question/question.live.ts', `const circle = row.onlyFollowers ? [askerId] : undefined;`, 1],
  ['services/qa/src/question/question.live.ts', 'filter(({ row }) => row.onlyFollowers)', 1],
  ['services/qa/src/question/question.live.ts', 'if (row.onlyFollowers) return [];', 1],
  ['services/qa/src/question/question.live.ts', 'return !question.onlyFollowers;', 1],
  ['services/notifications/src/question/question.view.ts', 'asked.map((one) => one.onlyFollowers),', 0],
  ['services/qa/src/question/question.decider.ts', 'onlyFollowers: command.onlyFollowers ?? false,', 0],
  ['services/qa/src/qa.module.ts', 'await readLiveRows(database, events, rights.allFresh);', 1],
  ['services/qa/src/rights.int.spec.ts', 'where not q.only_followers', 0],
])('%s: %s', (file, line, count) => {
  expect(encodings(file, line)).toHaveLength(count);
});
