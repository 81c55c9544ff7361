import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { type LimitKind, RateLimits } from './rate-limits.ts';

const limitKind = 'limit kind';

/** Limits how often a person, or an anonymous address, may call a route. */
export const Limited = (kind: LimitKind) => SetMetadata(limitKind, kind);

/** The limit of the route that is called, if it has one. */
export function limitOf(reflector: Reflector, context: ExecutionContext): LimitKind | undefined {
  return reflector.get<LimitKind | undefined>(limitKind, context.getHandler());
}

/** Counts calls of limited routes; runs after the session guard, which identifies the caller. */
@Injectable()
export class LimitsGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() === 'ws') return true; // events have limits of their own
    const kind = limitOf(this.reflector, context);
    if (kind === undefined) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // A list counts as a search only if it is searched.
    if (kind === 'search' && !hasSearch(request.query)) return true;
    const key = request.user?.user.id ?? limitKeyOf(request.clientAddress);
    return this.limits.take(kind, key).then(() => true);
  }
}

function hasSearch(query: unknown): boolean {
  return Object.entries(query ?? {}).some(([name, value]) => ['search', 'tag', 'title'].includes(name) && value !== '');
}
