import type { Call } from '../../shared/http/call.ts';

// Apart from the endpoints, because app/early.ts makes the same calls without their library.

/** Who is signed in. */
export const sessionCall: Call = { path: '/user/session' };

/** The ways to sign in besides username and password. */
export const providersCall: Call = { path: '/user/providers' };
