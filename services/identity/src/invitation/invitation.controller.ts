import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { OpenInvitation } from '@parlour/contracts/identity/invitations';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, madeReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import {
  type CreateInvitation,
  invitationDecider,
  invitationOver,
  invitationStream,
  type RevokeInvitation,
} from './invitation.decider.ts';
import {
  findInvitation,
  idOfInvitation,
  keepCode,
  readInvitation,
  readInvitations,
  readInviter,
} from './invitation.queries.ts';

/** Calls about invitations. Source: decisions O-18. */
@Controller()
export class InvitationController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('identity.createInvitation')
  async create(@Payload() call: Call<'identity.createInvitation'>) {
    const { id: by } = actorOf(call);
    const invitationId = uuidv7();
    const wanted = { ...call.request, note: call.request.note.trim() };
    const inviter = await readInviter(this.database, by);
    const { reply, positions } = await this.commands.execute(originOf(call), {
      streamId: invitationStream(invitationId),
      orderingKey: invitationId,
      decider: invitationDecider,
      command: ({ now }): CreateInvitation => {
        return { type: 'CreateInvitation', ...wanted, ...inviter, invitationId, by, now };
      },
      // The code is no part of the answer that is stored for retries.
      reply: madeReply({ invitationId }, (tx) => keepCode(tx, invitationId, by, wanted.note)),
    });
    return new Outcome(await readInvitation(this.database, reply.invitationId), positions);
  }

  @Handles('identity.revokeInvitation')
  async revoke(@Payload() call: Call<'identity.revokeInvitation'>) {
    const { id: by } = actorOf(call);
    const invitationId = await idOfInvitation(this.database, call.request.code);
    const { isOperator } = await readInviter(this.database, by);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: invitationStream(invitationId),
      orderingKey: invitationId,
      decider: invitationDecider,
      command: (): RevokeInvitation => ({ type: 'RevokeInvitation', invitationId, by, isOperator }),
      reply: doneReply,
    });
    return new Outcome(await readInvitation(this.database, invitationId), positions);
  }

  @Handles('identity.getInvitations')
  getAll(@Payload() call: Call<'identity.getInvitations'>) {
    return readInvitations(this.database, call.request, actorOf(call).id);
  }

  /** Without an actor, too. */
  @Handles('identity.getInvitation')
  async get(@Payload() { request }: Call<'identity.getInvitation'>): Promise<OpenInvitation> {
    const { isLeft, invitationId: _, ...invitation } = await findInvitation(this.database, request.code);
    if (!isLeft) throw invitationOver();
    return invitation;
  }
}
