import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { documented, Inner, Optional } from '../fields.ts';
import { limits } from '../limits.ts';
import { noticeKinds } from './notices.ts';
import type { QuietHours } from './notifications.ts';

const levels = {
  type: 'object',
  required: ['page', 'push', 'mail'],
  properties: { page: { type: 'boolean' }, push: { type: 'boolean' }, mail: { type: 'boolean' } },
};

const timeOfDay = { pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' };

/** Hours of each day; a decider checks them. */
export class ChosenHours implements QuietHours {
  @IsString()
  @documented(timeOfDay, 'As 22:00')
  readonly from!: string;

  @IsString()
  @documented(timeOfDay, 'On the next day if it is earlier')
  readonly to!: string;

  @IsString()
  @documented({}, 'As Europe/Berlin')
  readonly zone!: string;
}

/** Browser to gateway: one's own table of notices; what is left out stays as it is. */
export class ChangeNotices {
  // The decider words the errors.
  @Optional(
    IsObject(),
    documented(
      {
        type: 'object',
        properties: Object.fromEntries(noticeKinds.map((kind) => [kind, levels])),
        additionalProperties: false,
      },
      'What is pushed or mailed is on the page, too',
    ),
  )
  readonly kinds?: Readonly<Record<string, unknown>>;

  @IsOptional()
  @Inner(ChosenHours)
  @documented({ nullable: true }, 'When nothing is sent; null for no such hours')
  readonly quiet?: ChosenHours | null;

  @IsOptional()
  @IsString()
  @documented({ nullable: true, format: 'date-time' }, 'Nothing is sent before; null for at once')
  readonly until?: string | null;
}

/**
 * Browser or mail program to gateway: unsubscribe, in the body or, as forms of mail programs have
 * it, in the address.
 */
export class Unsubscribe {
  @Optional(
    IsString(),
    MaxLength(limits.linkTokenLength),
    documented({}, 'From the link in a mail; in the body or in the address'),
  )
  readonly token?: string;
}

/** Browser or mail program to gateway: the same as a query. */
export class UnsubscribeQuery extends Unsubscribe {}
