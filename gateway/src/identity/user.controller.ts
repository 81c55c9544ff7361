import { Body, Controller, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ForgotPassword,
  GetUsers,
  GoogleLogin,
  Login,
  OfLink,
  ResetForgotten,
  Signup,
} from '@parlour/contracts/identity/identity.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { LoginDelays } from '../limits/login-delays.ts';
import { SignupDelays } from '../limits/signup-delays.ts';
import { OlderSession } from '../session/older-session.ts';
import { RefreshToken } from '../session/refresh-token.ts';
import { Public } from '../session/session-guard.ts';
import { SignedInBefore } from '../session/signed-in-before.ts';
import type { Session } from '../session/session.ts';
import { given, Sessions } from '../session/sessions.ts';
import { People } from './people.ts';
import { SignInWays } from './sign-in-ways.ts';

@ApiTags('user')
@Controller(['user', 'api/user'])
export class UserController {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly ways: SignInWays,
    private readonly calls: ServiceCalls,
  ) {}

  @Public()
  @Limited('signup')
  @UseInterceptors(SignupDelays)
  @Change('signup', {
    summary: 'Create an account, and sign in unless it waits for approval',
    answers: 'gateway.signedUp',
  })
  signup(@Body() body: Signup, @From() caller: Caller, @OlderSession() older: Session | null) {
    return this.sessions.beginAnew(body, caller, older);
  }

  @Public()
  @UseInterceptors(LoginDelays)
  @Change('login', { summary: 'Sign in', answers: ['identity.login', 'user'] })
  login(@Body() body: Login, @From() caller: Caller, @OlderSession() older: Session | null) {
    return this.sessions.begin(body, caller, older);
  }

  @Public()
  @Limited('google')
  @UseInterceptors(SignupDelays)
  @Change('googleLogin', {
    summary: 'Sign in, or create an account, with Google’s ID token',
    answers: 'gateway.signedUp',
  })
  googleLogin(
    @Body() { googleToken, code, answer }: GoogleLogin,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ) {
    return this.sessions.beginByGoogle({ googleToken, ...given({ code, answer }) }, caller, older);
  }

  @Public()
  @Limited('forgotten')
  @Change('forgotPassword', {
    summary: 'Send a link for a forgotten password, if there is such an account; the answer is the same',
    answers: 'identity.forgotPassword',
    extension: true,
  })
  forgotPassword(@Body() body: ForgotPassword, @From() caller: Caller) {
    return this.sessions.forgotPassword(body.name, caller);
  }

  @Public()
  @Limited('link')
  @Change('resetForgotten', {
    summary: 'Choose another password by the link in a mail, and sign in; all other sessions end',
    answers: ['identity.resetForgotten', 'user'],
    extension: true,
  })
  resetForgotten(@Body() body: ResetForgotten, @From() caller: Caller, @OlderSession() older: Session | null) {
    return this.sessions.beginByLink(body, caller, older);
  }

  @Public()
  @Limited('link')
  @Change('confirmEmail', {
    summary: 'Confirm an e-mail address by the link in a mail',
    answers: 'identity.confirmEmail',
    extension: true,
  })
  confirmEmail(@Body() body: OfLink, @From() caller: Caller) {
    return this.sessions.confirmEmail(body.token, caller);
  }

  @Public()
  @Read('providers', { summary: 'The configured sign-in methods', answers: 'gateway.providers', extension: true })
  providers(@SignedInBefore() signedInBefore: boolean) {
    return { ...this.ways.providers(), signedInBefore };
  }

  @Public()
  @Change('refresh', {
    summary: 'Refresh the session of the refresh cookie',
    answers: ['identity.refresh', 'user'],
    extension: true,
  })
  refresh(@RefreshToken() token: string | null, @From() caller: Caller) {
    return this.sessions.continue(token, caller);
  }

  @Change('logout', { summary: 'End this session', answers: 'identity.logout', extension: true })
  logout(@From() caller: Caller) {
    return this.sessions.end(caller);
  }

  @Read('session', { summary: 'The signed-in user', answers: 'identity.getSession', extension: true })
  session(@From() caller: Caller) {
    return this.people.self(caller);
  }

  @Read('getUser/:username', { summary: 'One person', answers: 'identity.getUser' })
  getUser(@Param('username') username: string, @From() caller: Caller) {
    return this.people.named(username, caller);
  }

  @Limited('search')
  @Read('getUsers', { summary: 'People, by name unless in another order', answers: 'identity.getUsers' })
  getUsers(@Query() query: GetUsers, @From() caller: Caller) {
    return this.calls.list('identity.getUsers', query, caller);
  }
}
