import { Injectable } from '@nestjs/common';
import type { Rpc } from '@parlour/contracts/rpc';
import type { ChangeSite, EndSessions, RenameAccount, SetSitePicture } from '@parlour/contracts/site.requests';
import { FileReading } from '../files/file-reading.ts';
import type { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Site } from './site.ts';

type Reply<Name extends keyof Rpc> = Promise<Answered<Rpc[Name]['reply']>>;

/** Calls of operators; what holds a secret is never cached. */
@Injectable()
export class Administration {
  constructor(
    private readonly calls: PrivateCalls,
    private readonly site: Site,
    private readonly files: FileReading,
  ) {}

  async change(body: ChangeSite, caller: Caller): Reply<'identity.changeSite'> {
    const { name, description, signUp, code, contact, question, language, colour, limits, files, inviters } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(signUp !== undefined && { signUp }),
      ...(contact !== undefined && { contact }),
      ...(question !== undefined && { question }),
      ...(language !== undefined && { language }),
      ...(colour !== undefined && { colour }),
      ...(limits !== undefined && { limits }),
      ...(files !== undefined && { files: { ...files } }),
      ...(inviters !== undefined && { inviters }),
      ...(code !== undefined && { code }),
    };
    const changed = await this.calls.command('identity.changeSite', changes, caller);
    // Other gateways ask for it within seconds.
    this.site.update(changed.body);
    return changed;
  }

  async setPicture({ place, fileId }: SetSitePicture, caller: Caller): Reply<'identity.setSitePicture'> {
    const chosen = await this.files.choose('identity.setSitePicture', { place, fileId }, caller);
    this.site.update(chosen.body);
    return chosen;
  }

  rename({ username, name, reason }: RenameAccount, caller: Caller): Reply<'identity.rename'> {
    const request = { username, name, ...(reason !== undefined && { reason }) };
    return this.calls.command('identity.rename', request, caller);
  }

  endSessions({ username, sessionId }: EndSessions, caller: Caller): Reply<'identity.endSessionsOf'> {
    const request = { username, ...(sessionId !== undefined && { sessionId }) };
    return this.calls.command('identity.endSessionsOf', request, caller);
  }
}
