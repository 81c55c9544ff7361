import { Body, Controller, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { LoginDelays } from '../limits/login-delays.ts';
import { SignupDelays } from '../limits/signup-delays.ts';
import { OlderSession } from '../session/older-session.ts';
import { RefreshToken } from '../session/refresh-token.ts';
import { Public } from '../session/session-guard.ts';
import type { Session } from '../session/session.ts';
import { given, Sessions } from '../session/sessions.ts';
import { People } from './people.ts';
import { SignInWays } from './sign-in-ways.ts';
import {
  GetUsersQuery,
  GoogleLoginDto,
  LoggedOutDto,
  LoginDto,
  ProvidersDto,
  SignupDto,
  UserDto,
  UserRowDto,
} from './user.dto.ts';

@ApiTags('user')
@Controller(['user', 'api/user'])
export class UserController {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly ways: SignInWays,
  ) {}

  @Public()
  @Limited('signup')
  @UseInterceptors(SignupDelays)
  @Change('signup', { summary: 'Create an account and sign in', answers: UserDto })
  signup(
    @Body() body: SignupDto,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ): Promise<Answered<UserWire>> {
    return this.sessions.begin('identity.signup', body, caller, older);
  }

  @Public()
  @Limited('login')
  @UseInterceptors(LoginDelays)
  @Change('login', { summary: 'Sign in', answers: UserDto })
  login(
    @Body() body: LoginDto,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ): Promise<Answered<UserWire>> {
    return this.sessions.begin('identity.login', body, caller, older);
  }

  @Public()
  @Limited('login')
  @UseInterceptors(SignupDelays)
  @Change('googleLogin', { summary: 'Sign in, or create an account, with Google’s ID token', answers: UserDto })
  googleLogin(
    @Body() { googleToken, code }: GoogleLoginDto,
    @From() caller: Caller,
    @OlderSession() older: Session | null,
  ): Promise<Answered<UserWire>> {
    return this.sessions.beginByGoogle({ googleToken, ...given(code) }, caller, older);
  }

  @Public()
  @Read('providers', { summary: 'The configured sign-in methods', answers: ProvidersDto, extension: true })
  providers(): ProvidersDto {
    return this.ways.providers();
  }

  @Public()
  @Change('refresh', { summary: 'Refresh the session of the refresh cookie', answers: UserDto, extension: true })
  refresh(@RefreshToken() token: string | null, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.sessions.continue(token, caller);
  }

  @Change('logout', { summary: 'End this session', answers: LoggedOutDto, extension: true })
  logout(@From() caller: Caller): Promise<Answered<LoggedOutDto>> {
    return this.sessions.end(caller);
  }

  @Read('session', { summary: 'The signed-in user', answers: UserDto, extension: true })
  session(@From() caller: Caller): Promise<Answered<UserWire>> {
    return this.people.self(caller);
  }

  @Read('getUser/:username', { summary: 'One person', answers: UserDto })
  getUser(@Param('username') username: string, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.people.named(username, caller);
  }

  @Limited('search')
  @Read('getUsers', { summary: 'People, by name', answers: [UserRowDto] })
  getUsers(@Query() query: GetUsersQuery, @From() caller: Caller): Promise<Answered<readonly UserRowWire[]>> {
    return this.people.list(query, caller);
  }
}
