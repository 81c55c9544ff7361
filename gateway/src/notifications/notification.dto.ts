import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { type NotificationType, notificationTypes, type NotificationWire } from '@parlour/contracts/notifications';
import { faults, idForm } from '../http/validation.ts';

/** Browser to gateway: markRead. */
export class MarkReadDto {
  @ApiProperty({ description: 'The _id of the latest notification that was shown' })
  @Matches(idForm, { context: { fault: faults.id } })
  upTo!: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class NotificationDto implements NotificationWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty({ enum: notificationTypes })
  type!: NotificationType;

  @ApiProperty({ description: 'What it leads to: a question’s id, a username, a game’s id' })
  id!: string;

  @ApiProperty({ type: [String], description: 'Oneself' })
  users!: string[];

  @ApiProperty()
  message!: string;

  @ApiProperty({ format: 'date-time' })
  notifyDateTime!: string;

  @ApiProperty()
  isRead!: boolean;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UnreadNotificationsDto {
  @ApiProperty({ description: 'How many notifications one has not seen' })
  unread!: number;
}
