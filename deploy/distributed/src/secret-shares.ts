import { sources } from '@parlour/contracts/envelope';

const passwordOf = (role: string): string => `${role}-password`;

/** Every secret of a site, by the name of its file. */
export const secretNames: readonly string[] = [
  'actor-secret',
  'session-secret',
  ...['postgres', ...sources].map(passwordOf),
];

/** Who needs which of them: `databases` is whoever makes or tends all databases. */
export const secretShares: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(sources.map((source) => [source, ['actor-secret', passwordOf(source)]])),
  gateway: ['actor-secret', 'session-secret'],
  postgres: [passwordOf('postgres')],
  databases: ['postgres', ...sources].map(passwordOf),
};
