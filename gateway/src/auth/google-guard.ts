import { setTimeout as delay } from 'node:timers/promises';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { AccessTokens } from '../session/access-tokens.ts';
import { OlderSessionPipe } from '../session/older-session.ts';
import { SessionCookies } from '../session/session-cookies.ts';
import { GoogleFailure, GoogleOutage } from './google-failures.ts';
import { type Departing, GoogleStrategy } from './google-strategy.ts';
import { type Journey, newNonce } from './journey.ts';
import { Journeys } from './journeys.ts';

/** Passport's options, with those of the strategy. */
type Options = Exclude<Awaited<ReturnType<IAuthGuard['getAuthenticateOptions']>>, undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Google's address to leave for, set by the guard of that route. */
    googleAddress?: string;
    /** What Google says of the person who comes back, set by the guard of that route. */
    googleArrival?: Arrival;
  }
}

/** The result of a journey. */
export interface Arrival {
  readonly idToken: string;
  readonly nonce: string;
  /** The id of the user who reauthenticates. */
  readonly again?: string;
}

/** Time limit for exchanging a code; the library has none. */
const exchangeMs = 10_000;

/** Google's codes for its own failures (RFC 6749, 4.1.2.1). */
const outages = ['server_error', 'temporarily_unavailable'];

/** Passport's guard for Google, if this site has an account there. */
@Injectable()
abstract class GoogleGuard extends AuthGuard() {
  private readonly isConfigured: boolean;

  constructor(
    @Inject(gatewayEnvironment) { config }: GatewayEnvironment,
    protected readonly journeys: Journeys,
  ) {
    const client = {
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      authorizationUrl: config.GOOGLE_AUTH_URL,
      tokenUrl: config.GOOGLE_TOKEN_URL,
    };
    const isConfigured = client.clientId !== '';
    // The strategy itself instead of its name, which is global.
    super({ defaultStrategy: isConfigured ? new GoogleStrategy(client, journeys) : 'none' });
    this.isConfigured = isConfigured;
  }

  /** @throws {DomainError} `google.unavailable` if it is not configured */
  protected refuseUnlessConfigured(): void {
    if (!this.isConfigured) throw new DomainError('google.unavailable', messages.googleUnavailable);
  }
}

/** Sends a browser to Google: the strategy makes the address, the route redirects there. */
@Injectable()
export class GoogleDeparture extends GoogleGuard {
  private readonly sessions: OlderSessionPipe;

  constructor(
    @Inject(gatewayEnvironment) environment: GatewayEnvironment,
    journeys: Journeys,
    cookies: SessionCookies,
    tokens: AccessTokens,
  ) {
    super(environment, journeys);
    // Guards run before pipes, so the route cannot inject it.
    this.sessions = new OlderSessionPipe(cookies, tokens);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    this.refuseUnlessConfigured();
    const { request, reply } = partsOf(context);
    reply.header('cache-control', 'no-store');
    const redirected = new Promise<string>((resolve) => this.addresses.set(request, resolve));
    // Passport itself never comes back from a redirect.
    const failed = Promise.resolve(super.canActivate(context)).then(() => {
      throw new Error('the flow did not begin');
    });
    request.googleAddress = await Promise.race([redirected, failed]);
    return true;
  }

  override getAuthenticateOptions(context: ExecutionContext): Options {
    const { request, reply } = partsOf(context);
    const keep = (journey: Journey): void => this.journeys.keep(journey, request, reply);
    const state: Departing = { nonce: newNonce(), ...this.againOf(request), keep };
    const passedOn = state as unknown as string; // an object goes on to the strategy's store; its types don't say so
    return { callbackURL: this.journeys.callbackOf(request), state: passedOn };
  }

  /** With `?again`, the user of the session must come back; without a session, anybody may. */
  private againOf(request: FastifyRequest): Pick<Departing, 'again'> {
    const { again } = request.query as Readonly<Record<string, unknown>>; // Fastify's own parser gives an object
    const session = again === undefined ? null : this.sessions.transform(request.raw);
    return session ? { again: session.user.id } : {};
  }

  /** Takes Passport's redirect, which is written for Express. */
  getResponse(context: ExecutionContext): object {
    const resolve = this.addresses.get(partsOf(context).request);
    return {
      setHeader: (name: string, value: string) => name === 'Location' && resolve?.(value),
      end: () => undefined,
    };
  }

  private readonly addresses = new WeakMap<FastifyRequest, (address: string) => void>();
}

/** Receives a browser from Google: the strategy checks the state and redeems the code. */
@Injectable()
export class GoogleArrival extends GoogleGuard {
  /** @throws {GoogleFailure} for a missing or foreign state, a refusal by Google, or a bad code */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    this.refuseUnlessConfigured();
    const { request, reply } = partsOf(context);
    reply.header('cache-control', 'no-store');
    this.journeys.end(request, reply);
    const limit = new AbortController();
    const late = delay(exchangeMs, undefined, { signal: limit.signal, ref: false }).then(() => {
      throw new GoogleOutage('Google did not answer in time');
    });
    try {
      const { error, code } = request.query as Readonly<Record<string, unknown>>; // Fastify's own parser gives an object
      // Without a code the strategy would redirect to Google again.
      if (error === undefined && (typeof code !== 'string' || code === '')) throw new Error('there is no code');
      await Promise.race([super.canActivate(context), late]);
      return true;
    } catch (failure) {
      throw new GoogleFailure(failure);
    } finally {
      limit.abort();
      late.catch(() => undefined);
    }
  }

  override getAuthenticateOptions(context: ExecutionContext): Options {
    return { callbackURL: this.journeys.callbackOf(partsOf(context).request), property: 'googleArrival' };
  }

  override handleRequest<User>(failure: unknown, user: unknown, info: unknown): User {
    if (failure) throw outageOf(failure);
    const { message, state } = (info ?? {}) as { readonly message?: string; readonly state?: Journey }; // of the strategy's store
    const { idToken } = (user || {}) as { readonly idToken?: string }; // from its validate
    if (!user) throw new Error(message ?? 'refused');
    if (idToken === undefined || !state) throw new Error('there is no ID token');
    const { nonce, again } = state;
    return { idToken, nonce, ...(again !== undefined && { again }) } satisfies Arrival as User; // the type of the request's field
  }
}

/** The library parses Google's errors, so an unparsed answer did not come from a working server. */
function outageOf(failure: unknown): unknown {
  if (!(failure instanceof Error)) return failure;
  // The library's errors are no native ones, which `codeOf` asks for.
  const isOutage =
    failure.name === 'InternalOAuthError' || ('code' in failure && outages.includes(String(failure.code)));
  return isOutage ? new GoogleOutage(failure.message, { cause: failure }) : failure;
}

function partsOf(context: ExecutionContext): { request: FastifyRequest; reply: FastifyReply } {
  const http = context.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
}
