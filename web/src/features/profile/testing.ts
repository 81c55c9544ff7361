import type { SessionWire } from '@parlour/contracts/identity/identity';

/** The session in which a test's page runs. */
export const currentSession: SessionWire = {
  _id: 's1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.7',
  createdAt: '2026-06-01T10:00:00.000Z',
  lastUsedAt: '2026-06-02T10:00:00.000Z',
  current: true,
};
