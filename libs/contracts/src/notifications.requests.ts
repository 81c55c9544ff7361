import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { documented, Id } from './fields.ts';
import { limits } from './limits.ts';
import { notificationTypes } from './notifications.ts';

/** Browser to gateway: markRead. */
export class MarkRead {
  @Id('The _id of the latest notification shown')
  readonly upTo!: string;
}

/** Browser to gateway: view. */
export class ViewNotification {
  @Id('The _id of a notification')
  readonly id!: string;
}

/** Browser to gateway: preferences. */
export class ChangePreferences {
  // More than there are types are read, so that the service's own error reports it.
  @IsArray()
  @ArrayMaxSize(limits.page.greatest)
  @IsString({ each: true })
  @documented({ items: { type: 'string', enum: notificationTypes } }, 'All notification types that the user wants')
  readonly wanted!: readonly string[];
}
