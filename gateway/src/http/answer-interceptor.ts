import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { formatPositions } from '@parlour/contracts/envelope';
import { Json } from '@parlour/kernel/rpc/json';
import { SessionCookies } from '../session/session-cookies.ts';
import { Answered } from './answer.ts';

/** Writes an answer's metadata into headers and cookies. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly cookies: SessionCookies) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next
      .handle()
      .pipe(map((given: unknown) => (given instanceof Answered ? this.write(request, reply, given) : given)));
  }

  private write(request: FastifyRequest, reply: FastifyReply, { answer }: Answered<unknown>): unknown {
    const positions = formatPositions(answer.positions);
    if (positions !== '') reply.header('x-position', positions);
    if (answer.stale) reply.header('x-stale', 'true');
    if (answer.isPrivate) reply.header('cache-control', 'no-store');
    if (answer.page) {
      reply.header('x-total-count', String(answer.page.total));
      if (answer.page.next !== null) reply.header('link', `<${nextPage(request.url, answer.page.next)}>; rel="next"`);
    }
    if (answer.session === 'ended') this.cookies.end(request, reply);
    else if (answer.session && 'refreshToken' in answer.session) this.cookies.begin(request, reply, answer.session);
    else if (answer.session) this.cookies.renew(request, reply, answer.session);
    if (!(answer.body instanceof Json)) return answer.body;
    reply.header('content-type', 'application/json; charset=utf-8');
    return answer.body.text;
  }
}

/** The same list, from its next row on. */
function nextPage(url: string, cursor: string): string {
  const next = new URL(url, 'http://host');
  next.searchParams.set('cursor', cursor);
  return next.pathname + next.search;
}
