import { Injectable } from '@nestjs/common';
import type { Rpc } from '@parlour/contracts/rpc';
import type { ChangeSite, EndSessions, RenameAccount } from '@parlour/contracts/site.requests';
import { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Site } from './site.ts';

type Reply<Name extends keyof Rpc> = Promise<Answered<Rpc[Name]['reply']>>;

/** Calls of operators; what holds a secret is never cached. */
@Injectable()
export class Administration {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly site: Site,
  ) {}

  async settings(caller: Caller): Reply<'identity.getSite'> {
    const { answer } = await this.calls.read('identity.getSite', {}, caller);
    return new Answered({ ...answer, isPrivate: true });
  }

  async change(body: ChangeSite, caller: Caller): Reply<'identity.changeSite'> {
    const { name, description, signUp, code, language, colour, limits } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(signUp !== undefined && { signUp }),
      ...(language !== undefined && { language }),
      ...(colour !== undefined && { colour }),
      ...(limits !== undefined && { limits }),
      ...(code !== undefined && { code }),
    };
    const { answer, body: site } = await this.calls.command('identity.changeSite', changes, caller);
    // Other gateways ask for it within seconds.
    this.site.update(site);
    return new Answered({ ...answer, isPrivate: true });
  }

  async sessions(
    username: string,
    caller: Caller,
  ): Promise<Answered<Rpc['identity.getSessionsOf']['reply']['sessions']>> {
    const { answer, body } = await this.calls.read('identity.getSessionsOf', { username }, caller);
    return new Answered({ ...answer, body: body.sessions, isPrivate: true });
  }

  rename({ username, name, reason }: RenameAccount, caller: Caller): Reply<'identity.rename'> {
    const request = { username, name, ...(reason !== undefined && { reason }) };
    return this.calls.command('identity.rename', request, caller);
  }

  endSessions({ username, sessionId }: EndSessions, caller: Caller): Reply<'identity.endSessionsOf'> {
    const request = { username, ...(sessionId !== undefined && { sessionId }) };
    return this.calls.command('identity.endSessionsOf', request, caller);
  }

  async replacePassword(username: string, caller: Caller): Reply<'identity.replacePassword'> {
    const { answer } = await this.calls.command('identity.replacePassword', { username }, caller);
    return new Answered({ ...answer, isPrivate: true });
  }
}
