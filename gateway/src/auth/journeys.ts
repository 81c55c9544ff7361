import { Inject, Injectable } from '@nestjs/common';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { cookieOf } from '../http/cookies.ts';
import { Peers } from '../http/peers.ts';
import { type Journey, JourneySeals, journeySeconds } from './journey.ts';

const path = '/auth/google';

/** The page's own: the sign-up code that was typed before leaving for Google. */
const signupCodeCookie = 'parlour_signup_code';

/** Where journeys are kept: in sealed cookies of the browsers, for the flow's own path. */
@Injectable()
export class Journeys {
  private readonly seals: JourneySeals;

  constructor(
    @Inject(gatewayEnvironment) { signingKeys }: GatewayEnvironment,
    private readonly peers: Peers,
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

  /** The sign-up code that was typed before leaving. */
  signupCodeOf(request: FastifyRequest): string | undefined {
    return cookieOf(request.raw, this.prefix(request) + signupCodeCookie) ?? undefined;
  }

  /** A journey ends once, whatever it came to. */
  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(this.name(request), this.options(request));
    if (this.signupCodeOf(request) === undefined) return;
    reply.clearCookie(this.prefix(request) + signupCodeCookie, { path, secure: this.peers.isSecure(request.raw) });
  }

  /** Where Google sends this browser back. */
  callbackOf(request: FastifyRequest): string {
    return `${this.peers.originOf(request.raw)}${path}/callback`;
  }

  private name(request: FastifyRequest): string {
    return `${this.prefix(request)}parlour_google`;
  }

  private prefix(request: FastifyRequest): string {
    return this.peers.isSecure(request.raw) ? '__Secure-' : '';
  }

  /** Lax: the cookie must be sent when Google redirects back. */
  private options(request: FastifyRequest): CookieSerializeOptions {
    return { path, httpOnly: true, sameSite: 'lax', secure: this.peers.isSecure(request.raw) };
  }
}
