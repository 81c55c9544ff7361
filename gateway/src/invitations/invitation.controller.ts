import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateInvitation, OfInvitation } from '@parlour/contracts/identity/invitations.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Public } from '../session/session-guard.ts';
import { Invitations } from './invitations.ts';

@ApiTags('invitation')
@Controller(['invitation', 'api/invitation'])
export class InvitationController {
  constructor(private readonly invitations: Invitations) {}

  @Limited('invitation')
  @Change('create', { summary: 'Make a link by which people sign up', answers: 'gateway.invitation', extension: true })
  create(@Body() body: CreateInvitation, @From() caller: Caller) {
    return this.invitations.create(body, caller);
  }

  @Read('own', {
    summary: 'One’s own invitations, for operators all of them, the latest first',
    answers: 'gateway.invitations',
    extension: true,
  })
  own(@Query() query: PageRequest, @From() caller: Caller) {
    return this.invitations.own(query, caller);
  }

  @Limited('moderation')
  @Change('revoke', { summary: 'Revoke an invitation for good', answers: 'gateway.invitation', extension: true })
  revoke(@Body() { code }: OfInvitation, @From() caller: Caller) {
    return this.invitations.revoke(code, caller);
  }

  @Public()
  @Read(':code', { summary: 'Who invites to what', answers: 'gateway.invited', extension: true })
  get(@Param('code') code: string, @From() caller: Caller) {
    return this.invitations.open(code, caller);
  }
}
