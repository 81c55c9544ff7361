import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../http/answer.ts';
import { Limited } from '../limits/limits-guard.ts';
import { OlderSession } from '../session/older-session.ts';
import type { Session } from '../session/session.ts';
import { Public } from '../session/session-guard.ts';
import { GoogleFlow, type Redirection } from './google-flow.ts';

/** Routes that a browser navigates to; no calls. */
@ApiTags('auth')
@Public()
@Controller('auth/google')
export class AuthController {
  constructor(private readonly google: GoogleFlow) {}

  @Get()
  @Limited('login')
  @Redirect()
  @ApiOperation({ summary: 'Send a browser to Google, to sign in there' })
  @ApiFoundResponse({ description: 'To Google' })
  depart(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Redirection> {
    return this.google.depart(request, reply);
  }

  @Get('callback')
  @Limited('login')
  @Redirect()
  @ApiOperation({ summary: 'Where Google sends the browser back' })
  @ApiFoundResponse({
    description: 'To /home, signed in; otherwise to /?google=failed, or =error for a fault of Google or this site',
  })
  arrive(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @OlderSession() older: Session | null,
  ): Promise<Redirection | Answered<Redirection>> {
    return this.google.arrive(request, reply, older);
  }
}
