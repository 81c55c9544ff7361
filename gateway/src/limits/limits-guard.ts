import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { limitKeyOf } from '../http/peers.ts';
import { type LimitKind, RateLimits } from './rate-limits.ts';

const limitKind = 'limit kind';

/** Limits how often a person, or an anonymous address, may call a route. */
export const Limited = (kind: LimitKind) => SetMetadata(limitKind, kind);

/** Counts calls of limited routes; runs after the session guard, which identifies the caller. */
@Injectable()
export class LimitsGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const kind = this.reflector.get<LimitKind | undefined>(limitKind, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // A list counts as a search only if it is searched.
    if (kind === undefined || (kind === 'search' && !hasSearch(request.query))) return true;
    await this.limits.take(kind, request.user?.user.id ?? limitKeyOf(request.clientAddress));
    return true;
  }
}

function hasSearch(query: unknown): boolean {
  return Object.entries(query ?? {}).some(([name, value]) => (name === 'search' || name === 'tag') && value !== '');
}
