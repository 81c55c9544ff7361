import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '@parlour/kernel/logging/logger';
import { httpRequests } from '@parlour/kernel/metrics/metrics';

/** Routes where sessions begin and end. */
const signInRoutes =
  /^\/(?:api\/)?user\/(?:signup|login|googleLogin|logout|logoutEverywhere|endSession|resetPassword|deleteUser)\b|^\/auth\/google\/callback$/;

/** Unauthenticated, forbidden, rate limited. */
const keptOut: readonly number[] = [401, 403, 429];

/**
 * Logs one line per answer: refused sign-ins as `warn`; other refusals, sign-ins and sign-outs as
 * `info`; both with the client's address. All others as `debug`. The line has the route instead of
 * the URL, which may contain a search.
 * Source: docs/design/security.md#logs; OWASP ASVS 16.3.
 */
export function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId, method, routeOptions, user, clientAddress } = request;
  const { statusCode: status } = reply;
  httpRequests.observe({ method, route: routeOptions.url ?? 'unknown', status }, reply.elapsedTime / 1_000);
  const line = { requestId, method, route: routeOptions.url, status, milliseconds: Math.round(reply.elapsedTime) };
  const isSignIn = signInRoutes.test(routeOptions.url ?? '');
  if (keptOut.includes(status) || isSignIn) {
    // Password guessing is logged even where nothing else is.
    const level = isSignIn && keptOut.includes(status) ? 'warn' : 'info';
    logger[level]({ ...line, user: user?.user.id, address: clientAddress }, 'answered');
  } else {
    logger.debug(line, 'answered');
  }
}
