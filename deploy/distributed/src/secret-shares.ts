import { sources } from '@parlour/contracts/envelope';

const passwordOf = (role: string): string => `${role}-password`;

/** All secrets of a site, by file name. */
export const secretNames: readonly string[] = [
  'actor-secret',
  'session-secret',
  'push-key',
  ...['postgres', ...sources].map(passwordOf),
];

/** The secrets of each process; `databases` is for jobs and tools that access all databases. */
export const secretShares: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(sources.map((source) => [source, ['actor-secret', passwordOf(source)]])),
  delivery: ['actor-secret', passwordOf('delivery'), 'push-key'],
  gateway: ['actor-secret', 'session-secret'],
  postgres: [passwordOf('postgres')],
  databases: ['postgres', ...sources].map(passwordOf),
};
