import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import { type NotificationType, notificationTypes, type NotificationWire } from '@parlour/contracts/notifications';
import { IsId } from '../http/validation.ts';

/** Browser to gateway: markRead. */
export class MarkReadDto {
  @ApiProperty({ description: 'The _id of the latest notification shown' })
  @IsId()
  upTo!: string;
}

/** Browser to gateway: preferences. */
export class ChangePreferencesDto {
  @ApiProperty({
    enum: notificationTypes,
    isArray: true,
    description: 'All notification types that the user wants',
  })
  @IsArray()
  // More than there are types, so that the service's own error reports it.
  @ArrayMaxSize(limits.page.greatest)
  @IsString({ each: true })
  wanted!: string[];
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class PreferencesDto {
  @ApiProperty({ enum: notificationTypes, isArray: true })
  wanted!: readonly NotificationType[];
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class NotificationDto implements NotificationWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty({ enum: notificationTypes })
  type!: NotificationType;

  @ApiProperty({ description: 'The target: a question’s id, a username, or a game’s id' })
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
  @ApiProperty({ description: 'Unread notifications' })
  unread!: number;
}
