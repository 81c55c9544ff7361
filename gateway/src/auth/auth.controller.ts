import { Controller, Get, Redirect, Req, Res, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiFoundResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Caller, From } from '../http/requests/caller.ts';
import { Limited } from '../limits/limits-guard.ts';
import { SignupDelays } from '../limits/signup-delays.ts';
import { OlderSession } from '../session/older-session.ts';
import type { Session } from '../session/session.ts';
import { Public } from '../session/session-guard.ts';
import { GoogleFailures } from './google-failures.ts';
import { GoogleArrival, GoogleDeparture } from './google-guard.ts';
import { GoogleSignIn, type Redirection } from './google-sign-in.ts';

/** Routes that a browser navigates to; no calls. */
@ApiTags('auth')
@Public()
@UseFilters(GoogleFailures)
@Controller('auth/google')
export class AuthController {
  constructor(private readonly google: GoogleSignIn) {}

  @Get()
  @Limited('google')
  @UseGuards(GoogleDeparture)
  @Redirect()
  @ApiOperation({ summary: 'Send a browser to Google, to sign in there' })
  @ApiQuery({
    name: 'again',
    required: false,
    type: String,
    description: 'With any value, to reauthenticate: only the user who is signed in may come back',
  })
  @ApiFoundResponse({ description: 'To Google' })
  depart(@Req() { googleAddress = '' }: FastifyRequest): Redirection {
    return { url: googleAddress, statusCode: 302 };
  }

  @Get('callback')
  @Limited('google')
  @UseGuards(GoogleArrival)
  @UseInterceptors(SignupDelays)
  @Redirect()
  @ApiOperation({ summary: 'Where Google sends the browser back' })
  @ApiFoundResponse({
    description:
      'To /home, signed in, or to /waiting for approval; otherwise to /?google=failed, or =suspended, ' +
      '=closed (nobody can sign up), =limit (try again after `wait` seconds), or =error for a fault of Google or ' +
      'this site',
  })
  arrive(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ): Promise<Redirection> {
    return this.google.arrive(request, reply, caller, older);
  }
}
