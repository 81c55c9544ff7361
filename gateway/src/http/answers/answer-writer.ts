import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPositions } from '@parlour/contracts/envelope';
import { Json } from '@parlour/kernel/rpc/json';
import { SessionCookies } from '../../session/session-cookies.ts';
import { Answered } from './answer.ts';

/** Writes an answer's metadata into headers and cookies. */
@Injectable()
export class AnswerWriter {
  constructor(private readonly cookies: SessionCookies) {}

  /**
   * Writes what controllers return, as Fastify serialises it. An interceptor of Nest could do the
   * same, at the price of several Observables with each request.
   */
  serve(server: FastifyInstance): void {
    server.addHook('preSerialization', (request, reply, payload, done) => {
      if (!(payload instanceof Answered)) {
        done(null, payload);
        return;
      }
      const answered: Answered<unknown> = payload;
      const body = this.write(request, reply, answered);
      if (body instanceof Json) void reply.serializer(textOf);
      // Without the null Fastify would serialise the answer itself.
      done(null, body ?? null);
    });
  }

  /** Returns the body. */
  write<Body>(request: FastifyRequest, reply: FastifyReply, { answer }: Answered<Body>): Body | Json<Body> {
    const positions = formatPositions(answer.positions);
    if (positions !== '') void reply.header('x-position', positions);
    if (answer.stale) void reply.header('x-stale', 'true');
    if (answer.isPrivate) void reply.header('cache-control', 'no-store');
    if (answer.page) {
      void reply.header('x-total-count', String(answer.page.total));
      if (answer.page.next !== null) {
        void reply.header('link', `<${nextPage(request.url, answer.page.next)}>; rel="next"`);
      }
    }
    if (answer.session === 'ended') this.cookies.end(request, reply);
    else if (answer.session && 'refreshToken' in answer.session) this.cookies.begin(request, reply, answer.session);
    else if (answer.session) this.cookies.renew(request, reply, answer.session);
    return answer.body;
  }
}

/** The text that PostgreSQL wrote. */
function textOf(body: Json<unknown>): string {
  return body.text;
}

/** The same list, from its next row on. */
function nextPage(url: string, cursor: string): string {
  const next = new URL(`http://host${url}`);
  next.searchParams.set('cursor', cursor);
  return next.pathname + next.search;
}
