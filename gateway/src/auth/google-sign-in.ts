import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerWriter } from '../http/answers/answer-writer.ts';
import type { Caller } from '../http/requests/caller.ts';
import type { Session } from '../session/session.ts';
import { given, Sessions } from '../session/sessions.ts';
import { GoogleFailure, waitingScreen } from './google-failures.ts';
import { Journeys } from './journeys.ts';

/** A redirect, in the form that Nest's `@Redirect` takes. */
export interface Redirection {
  readonly url: string;
  readonly statusCode: 302;
}

/** Signs people in who come back from Google. Source: decisions S-4. */
@Injectable()
export class GoogleSignIn {
  constructor(
    private readonly journeys: Journeys,
    private readonly sessions: Sessions,
    private readonly answers: AnswerWriter,
  ) {}

  /** @throws {GoogleFailure} if identity refuses */
  async arrive(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    older: Session | null,
  ): Promise<Redirection> {
    const { googleArrival } = request;
    if (!googleArrival) throw new GoogleFailure(new Error('nobody arrived')); // the guard lets nobody else through
    const { idToken, ...known } = googleArrival;
    const typed = this.journeys.signupCodeOf(request);
    // Identity looks at what the site asks for.
    const google = { ...known, googleToken: idToken, ...given({ code: typed, answer: typed }) };
    try {
      // A redirect has no body to serialise.
      const answered = await this.sessions.beginByGoogle(google, caller, older);
      this.answers.write(request, reply, answered);
      return { url: 'pending' in answered.body ? waitingScreen : '/home', statusCode: 302 };
    } catch (failure) {
      throw new GoogleFailure(failure);
    }
  }
}
