import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as checks from './text/checks.ts';
import * as communityChecks from './communities/community-checks.ts';
import * as faultyLinks from './text/faulty-links.ts';
import * as found from './search/found.ts';
import * as links from './text/links.ts';
import * as looks from './text/look-alikes.ts';
import * as mentions from './text/mentions.ts';
import { checkReportText } from './communities/reports.ts';
import * as search from './search/search.ts';
import * as folding from './search/search-folding.ts';
import { checkSiteDescription, checkSiteName } from './site.ts';
import * as postChecks from './posts/post-checks.ts';
import * as written from './posts/written.ts';
import { textThatGrows } from './testing/growth.ts';

/** Those of the modules below that take something else than one text. */
const others: Readonly<Record<string, (text: string) => unknown>> = {
  checkCredentials: (text) => checks.checkCredentials(text, text),
  checkTags: (text) => checks.checkTags(checks.parseTags(text)),
  distinctTags: (text) => checks.distinctTags(text.split(' ')),
  checkPollOptions: (text) => communityChecks.checkPollOptions(text.split('\n')),
  withAuthor: (text) => [found.withAuthor(text, 'Ann'), found.withAuthor('user:a', text)],
  withoutParts: (text) => found.withoutParts(text, 'tag'),
  showsNothing: (text) => written.showsNothing(text, 'post'),
  looksLikeCode: (text) => faultyLinks.looksLikeCode({ link: text, address: text, before: 'a' }),
};

/**
 * What reads no text of people, or only what has passed a check of its length. The long tests have
 * what takes a minute.
 */
const left = new Set([
  'checkPollExpiry',
  'isBlankQuery',
  'isVisibility',
  'mentionOf',
  'mentionsIn',
  'parsedOnce',
  'treeOf',
]);

const modules = {
  ...checks,
  ...communityChecks,
  ...faultyLinks,
  ...found,
  ...links,
  ...looks,
  ...mentions,
  ...postChecks,
  ...written,
};
const readers = Object.entries({
  ...modules,
  ...search,
  ...folding,
  checkSiteName,
  checkSiteDescription,
  checkReportText: (text: string) => checkReportText('other', text),
}).flatMap(([name, value]) =>
  typeof value === 'function' && !left.has(name)
    ? [[name, others[name] ?? (value as (text: string) => unknown)] as const]
    : [],
);

// Beside the program, the compiler would be done at another moment in each run.
beforeAll(() => setFlagsFromString('--no-concurrent-recompilation'));
afterAll(() => setFlagsFromString('--concurrent-recompilation'));

it.each(readers)(
  '[Q-9] %s takes no more than twice the time for twice the text, once it is optimized',
  (_name, read) => {
    expect(textThatGrows(read)).toBeUndefined();
  },
);
