import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AccessStrategy } from './access-strategy.ts';
import { notSignedIn } from './access-tokens.ts';
import { EndedSessions } from './ended-sessions.ts';

const publicRoute = 'public route';

/** The OpenAPI document uses it to see which routes need no session. */
export const openToVisitors = 'x-open-to-visitors';

/** Opens a route to visitors; every other route requires a session. */
export const Public = () => applyDecorators(SetMetadata(publicRoute, true), ApiExtension(openToVisitors, true));

/** Requires a session for every route that is not public. */
@Injectable()
export class SessionGuard extends AuthGuard() {
  constructor(
    strategy: AccessStrategy,
    private readonly ended: EndedSessions,
    private readonly reflector: Reflector,
  ) {
    // The strategy itself instead of its name: passport's names are global, and two gateways in one
    // process would share the later one's keys.
    super({ defaultStrategy: strategy });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean | undefined>(publicRoute, [context.getHandler(), context.getClass()]))
      return true;
    await super.canActivate(context);
    const session = context.switchToHttp().getRequest<FastifyRequest>().user;
    if (!session) throw notSignedIn();
    this.ended.refuse(session.id);
    return true;
  }

  override handleRequest<User>(failure: Error | null | undefined, user: User | false | null | undefined): User {
    if (failure) throw failure;
    if (!user) throw notSignedIn();
    return user;
  }
}
