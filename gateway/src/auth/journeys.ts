import { Inject, Injectable } from '@nestjs/common';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { cookieName, cookieOf } from '../http/headers/cookies.ts';
import { ClientAddresses } from '../http/requests/client-addresses.ts';
import { type Journey, JourneySeals, journeySeconds } from './journey.ts';

const path = '/auth/google';

/** Where journeys are kept: in sealed cookies of the browsers, for the flow's own path. */
@Injectable()
export class Journeys {
  private readonly seals: JourneySeals;

  constructor(
    @Inject(gatewayEnvironment) { signingKeys }: GatewayEnvironment,
    private readonly addresses: ClientAddresses,
  ) {
    this.seals = new JourneySeals(signingKeys);
  }

  keep(journey: Journey, request: FastifyRequest, reply: FastifyReply): void {
    const options = { ...this.options(request), maxAge: journeySeconds };
    reply.setCookie(this.name(request), this.seals.seal(journey), options);
  }

  /** The journey of this browser; undefined if there is none, or not any more. */
  of(request: FastifyRequest): Journey | undefined {
    return this.seals.open(cookieOf(request.raw, this.name(request)) ?? '', Date.now());
  }

  /** The sign-up code, or the answer, that was typed before leaving: a cookie of the page. */
  signupCodeOf(request: FastifyRequest): string | undefined {
    return cookieOf(request.raw, this.signupCodeName(request)) ?? undefined;
  }

  /** A journey ends once, whatever it came to. */
  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(this.name(request), this.options(request));
    if (this.signupCodeOf(request) === undefined) return;
    reply.clearCookie(this.signupCodeName(request), { path, secure: this.addresses.isSecure(request.raw) });
  }

  /** Where Google sends this browser back. */
  callbackOf(request: FastifyRequest): string {
    return `${this.addresses.originOf(request.raw)}${path}/callback`;
  }

  private name(request: FastifyRequest): string {
    return cookieName('parlour_google', this.addresses.originOf(request.raw));
  }

  private signupCodeName(request: FastifyRequest): string {
    return cookieName('parlour_signup_code', this.addresses.originOf(request.raw));
  }

  /** Lax: the cookie must be sent when Google redirects back. */
  private options(request: FastifyRequest): CookieSerializeOptions {
    return { path, httpOnly: true, sameSite: 'lax', secure: this.addresses.isSecure(request.raw) };
  }
}
