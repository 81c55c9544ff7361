import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isUnserved } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { isOfContract } from '../contract/contract.ts';
import { Renewal } from '../contract/renewal.ts';
import { Site } from '../site/site.ts';
import { AccessStrategy } from './access-strategy.ts';
import { AccessTokens, notSignedIn } from './access-tokens.ts';
import { EndedSessions } from './ended-sessions.ts';
import type { Session } from './session.ts';
import { SessionCookies } from './session-cookies.ts';

const publicRoute = 'public route';

/** The OpenAPI document uses it to see which routes need no session. */
export const openToVisitors = 'x-open-to-visitors';

/** Opens a route to visitors; every other route requires a session. */
export const Public = () => applyDecorators(SetMetadata(publicRoute, true), ApiExtension(openToVisitors, true));

const sitePictureRoute = 'route of pictures of the site';

/** Opens a route to visitors where its `fileId` is a picture of the site. */
export const PublicForSitePictures = () => SetMetadata(sitePictureRoute, true);

const hiddenRoute = 'hidden route';

/** To everybody but operators, a hidden route is unknown, like any address that does not exist. */
export const Hidden = () => SetMetadata(hiddenRoute, true);

/** Whether a route is hidden. */
export function isHidden(reflector: Reflector, context: ExecutionContext): boolean {
  return isMarked(reflector, hiddenRoute, context);
}

function isMarked(reflector: Reflector, mark: string, context: ExecutionContext): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(mark, [context.getHandler(), context.getClass()]) ?? false;
}

/** What a hidden route answers instead of this failure: only an outage is told. */
export function hiding(failure: unknown): DomainError {
  const isUnavailable = failure instanceof DomainError && isUnserved(failure.code);
  return isUnavailable ? failure : new DomainError('route.unknown', messages.notFound);
}

/**
 * Requires a session for every route that is not public. Sockets are admitted by their session, and
 * SocketCalls checks it again.
 */
@Injectable()
export class SessionGuard extends AuthGuard() {
  constructor(
    strategy: AccessStrategy,
    private readonly cookies: SessionCookies,
    private readonly tokens: AccessTokens,
    private readonly ended: EndedSessions,
    private readonly renewal: Renewal,
    private readonly reflector: Reflector,
    private readonly site: Site,
  ) {
    // The strategy itself instead of its name: passport's names are global, and two gateways in one
    // process would share the later one's keys.
    super({ defaultStrategy: strategy });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() === 'ws') return true;
    if (isMarked(this.reflector, publicRoute, context) || this.isSitePicture(context)) return true;
    if (isHidden(this.reflector, context)) return this.activateHidden(context);
    return this.activate(context);
  }

  private isSitePicture(context: ExecutionContext): boolean {
    if (!isMarked(this.reflector, sitePictureRoute, context)) return false;
    const { fileId } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { fileId: string } }>>().params;
    return this.site.shows(fileId);
  }

  private async activateHidden(context: ExecutionContext): Promise<boolean> {
    try {
      return await this.activate(context);
    } catch (failure) {
      throw hiding(failure);
    }
  }

  private activate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = this.cookies.accessTokenOf(request.raw);
    const known = token === null ? undefined : this.tokens.knownSessionOf(token);
    return known ? this.admit(request, known) : this.verify(context, request, token);
  }

  private async verify(context: ExecutionContext, request: FastifyRequest, token: string | null): Promise<boolean> {
    try {
      await super.canActivate(context);
    } catch (failure) {
      const session = isOfContract(request.url) ? await this.renewed(context, request) : null;
      if (!session) throw failure;
      return this.admit(request, session);
    }
    if (!request.user) throw notSignedIn();
    if (token !== null) this.tokens.remember(token, request.user);
    return this.admit(request, request.user);
  }

  private async renewed(context: ExecutionContext, request: FastifyRequest): Promise<Session | null> {
    const grant = await this.renewal.of(request.raw, request.id);
    if (!grant) return null;
    const reply = context.switchToHttp().getResponse<FastifyReply>().header('cache-control', 'no-store');
    return this.cookies.begin(request, reply, grant);
  }

  private admit(request: FastifyRequest, session: Session): boolean {
    request.user = session;
    this.ended.refuse(session.id);
    return true;
  }

  override handleRequest<User>(failure: Error | null | undefined, user: User | false | null | undefined): User {
    if (failure) throw failure;
    if (!user) throw notSignedIn();
    return user;
  }
}
