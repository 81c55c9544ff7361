import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { documented, FilterBy, Id } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { notificationRows, type NotificationType, notificationTypes } from './notifications.ts';
import { PageRequest } from '../page.requests.ts';

const rowsUnknown = { code: 'request.invalid', text: messages.requestInvalid } as const;

const typeUnknown = { code: 'notification.type', text: messages.notificationTypeInvalid } as const;

type Rows = (typeof notificationRows)[number];

/** Browser to gateway: one's own notifications. */
export class GetNotifications extends PageRequest {
  @FilterBy(notificationRows, rowsUnknown, 'each if omitted; folded, repeated ones are one row')
  readonly rows?: Rows;

  @FilterBy(notificationTypes, typeUnknown, 'All if omitted')
  readonly type?: NotificationType;
}

/** Browser to gateway: a deletion, of one or of those that a row stands for. */
export class DeletedRows {
  @FilterBy(notificationRows, rowsUnknown, 'each if omitted; folded, repeated ones are one row')
  readonly rows?: Rows;
}

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
