import type { FastifyInstance } from 'fastify';
import { isOfContract } from './contract.ts';

/**
 * JavaScript writes `undefined` and `null` into a query for what its client does not have: at the
 * root of the host these and blank values count as absent. Source: decisions T-13.
 */
export function dropAbsentValues(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    if (isOfContract(request.url)) {
      const query = request.query as Record<string, unknown>; // as Fastify reads it
      for (const [name, value] of Object.entries(query)) if (isAbsent(name, value)) delete query[name];
    }
    done();
  });
}

/** Somebody may search for the word null. */
function isAbsent(name: string, value: unknown): boolean {
  return value === '' || value === 'undefined' || (value === 'null' && name !== 'search');
}
