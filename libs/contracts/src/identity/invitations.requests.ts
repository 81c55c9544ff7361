import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import { Default, documented, faults, Given, idForm, Optional } from '../fields.ts';
import { invitationLimits } from './invitations.ts';

/** Browser to gateway: a new invitation. */
export class CreateInvitation {
  @IsOptional()
  @IsISO8601({ strict: true })
  @documented(
    { type: 'string', format: 'date-time', nullable: true, oneOf: undefined }, // IsISO8601 has its own, without null
    'In 1 hour at the earliest, in 90 days at the latest; null for no end',
  )
  readonly expiresAt: string | null = null;

  @IsInt()
  @documented({ type: 'integer', minimum: 1, maximum: invitationLimits.uses }, 'At most 10 of a member’s')
  readonly uses: number = 1;

  @Optional(
    IsArray(),
    ArrayMaxSize(invitationLimits.communities),
    ArrayUnique(),
    Matches(idForm, { each: true, context: { fault: faults.id } }),
    documented({ items: { type: 'string', format: 'uuid' } }, 'Communities that the newcomers join'),
  )
  readonly communityIds?: readonly string[];

  @Default(
    '',
    IsOptional(),
    IsString(),
    documented({ maxLength: invitationLimits.noteLength }, 'For oneself, and for operators'),
  )
  readonly note: string = '';
}

/** Browser to gateway: one's own invitation; for operators, any. */
export class OfInvitation {
  @Given({ minLength: 1 }, 'The code of the invitation')
  readonly code: string = '';
}
