import type { FastifyInstance } from 'fastify';
import type { ErrorWire } from '@parlour/contracts/errors';
import { isOfContract } from './contract.ts';

/**
 * The contract's clients show "the server text" of a failure, which is the body itself: there,
 * refusals are text, with the code in a header. Source: decisions T-2.
 */
export function refuseInText(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && isOfContract(request.url) && isRefusal(payload)) {
      void reply
        .type('text/plain; charset=utf-8')
        .headers({ 'x-error-code': payload.code, 'cache-control': 'no-store' })
        .serializer(textOf);
    }
    done(null, payload);
  });
}

function isRefusal(payload: unknown): payload is ErrorWire {
  return typeof payload === 'object' && payload !== null && 'error' in payload && 'code' in payload;
}

function textOf({ error }: ErrorWire): string {
  return error;
}
