import { Body, Controller, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetUsers, GoogleLogin, Login, Signup } from '@parlour/contracts/identity/identity.requests';
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
  @Change('signup', { summary: 'Create an account and sign in', answers: ['identity.signup', 'user'] })
  signup(@Body() body: Signup, @From() caller: Caller, @OlderSession() older: Session | null) {
    return this.sessions.begin('identity.signup', body, caller, older);
  }

  @Public()
  @UseInterceptors(LoginDelays)
  @Change('login', { summary: 'Sign in', answers: ['identity.login', 'user'] })
  login(@Body() body: Login, @From() caller: Caller, @OlderSession() older: Session | null) {
    return this.sessions.begin('identity.login', body, caller, older);
  }

  @Public()
  @Limited('google')
  @UseInterceptors(SignupDelays)
  @Change('googleLogin', {
    summary: 'Sign in, or create an account, with Google’s ID token',
    answers: ['identity.googleLogin', 'user'],
  })
  googleLogin(
    @Body() { googleToken, code }: GoogleLogin,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ) {
    return this.sessions.beginByGoogle({ googleToken, ...given(code) }, caller, older);
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
