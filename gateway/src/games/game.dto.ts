import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import type { Fault } from '@parlour/contracts/errors';
import {
  type GameEnding,
  type GameMove,
  type GameMoveWire,
  type GameRowWire,
  gameStatuses,
  type GameStatus,
  gameTypes,
  type GameType,
  gameVisibilities,
  type GameVisibility,
  type GameWire,
  strengths,
  type Strength,
} from '@parlour/contracts/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Omissible } from '../http/optional.ts';
import { IsId } from '../http/validation.ts';
import { PageQuery, replaced } from '../identity/user.dto.ts';

const gameFaults = {
  type: { code: 'game.type', text: messages.gameTypeInvalid },
  visibility: { code: 'visibility.unknown', text: messages.gameVisibilityInvalid },
  status: { code: 'request.invalid', text: messages.gameStatusInvalid },
  strength: { code: 'request.invalid', text: messages.gameStrengthInvalid },
} as const satisfies Record<string, Fault>;

/** A blank filter is no filter. */
const blankAsAbsent = (given: TransformFnParams): unknown => replaced(given, '', undefined);
const nullAsNone = (given: TransformFnParams): unknown => replaced(given, null, []);

/** In any case (decisions G-6). */
const visibilityIn = ({ value }: TransformFnParams): unknown => {
  if (typeof value !== 'string') return value as unknown; // of no known type
  if (value === '') return undefined;
  return gameVisibilities.find((known) => known.toLowerCase() === value.toLowerCase()) ?? value;
};

/** Browser to gateway: join, leave, claim, rematch. */
export class OnGameDto {
  @ApiProperty()
  @IsId()
  gameID!: string;

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  playerID?: string;
}

/** Browser to gateway: create. */
export class CreateGameDto {
  @ApiProperty({ enum: gameTypes })
  @IsIn(gameTypes, { context: { fault: gameFaults.type } })
  gameType!: GameType;

  @ApiPropertyOptional({
    type: [String],
    maxItems: limits.invitedPlayers,
    description: 'Usernames, even none: creates a private game with the caller as host. Omitted for a public one',
  })
  @Omissible()
  @IsArray()
  // More than a game may have, so that the service's own error reports it; yet few enough to look
  // up cheaply.
  @ArrayMaxSize(limits.namesListed)
  @IsString({ each: true })
  invitedPlayers?: string[];

  @ApiPropertyOptional({ enum: strengths, description: 'Creates a game against the computer, which begins at once' })
  @Omissible()
  @IsIn(strengths, { context: { fault: gameFaults.strength } })
  computer?: Strength;
}

/** Browser to gateway: invite. */
export class InviteDto {
  @ApiProperty()
  @IsId()
  gameID!: string;

  @ApiProperty({ type: [String], maxItems: limits.invitedPlayers, description: 'Usernames' })
  @Transform(nullAsNone)
  @IsArray()
  @ArrayMaxSize(limits.namesListed)
  @IsString({ each: true })
  invitedPlayers: string[] = [];
}

/** A filter by game type; blank for none. */
export function OfGameType(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ enum: gameTypes }),
    Transform(blankAsAbsent),
    IsOptional(),
    IsIn(gameTypes, { context: { fault: gameFaults.type } }),
  );
}

/** Browser to gateway: a list of games. */
export class GetGamesQuery extends PageQuery {
  @OfGameType()
  gameType?: GameType;

  @ApiPropertyOptional({ description: 'Oneself' })
  @IsOptional()
  @IsString()
  username?: string;

  @ApiPropertyOptional({ enum: gameVisibilities, default: 'Public', description: 'Case-insensitive' })
  @Transform(visibilityIn)
  @IsOptional()
  @IsIn(gameVisibilities, { context: { fault: gameFaults.visibility } })
  visibility?: GameVisibility;

  @ApiPropertyOptional({ enum: gameVisibilities, description: 'An alias of visibility' })
  @Transform(visibilityIn)
  @IsOptional()
  @IsIn(gameVisibilities, { context: { fault: gameFaults.visibility } })
  type?: GameVisibility;

  @ApiPropertyOptional({
    enum: gameStatuses,
    description: 'Finished games are listed only on request',
  })
  @Transform(blankAsAbsent)
  @IsOptional()
  @IsIn(gameStatuses, { context: { fault: gameFaults.status } })
  status?: GameStatus;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class GameStateRowDto {
  @ApiProperty({ enum: gameStatuses })
  status!: GameStatus;

  @ApiProperty()
  moveCount!: number;

  @ApiProperty({ type: [String], description: 'Usernames; empty for a draw, and until the game is over' })
  winners!: string[];

  @ApiPropertyOptional()
  player1?: string;

  @ApiPropertyOptional()
  player2?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class GameMoveDto implements GameMoveWire {
  @ApiProperty()
  playerID!: string;

  @ApiProperty()
  gameID!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Nim: numObjects. Chopsticks: hittingHand, handToHit, numFingersToMove, isBumping; hands are 0 to 3. TicTacToe: slot, 0 to 8',
  })
  move!: GameMove;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class GameStateDto extends GameStateRowDto {
  @ApiProperty({ type: [GameMoveDto] })
  moves!: GameMoveDto[];

  @ApiPropertyOptional({ description: 'For Nim' })
  remainingObjects?: number;

  @ApiPropertyOptional({
    type: [Number],
    description: 'For Chopsticks: player 1 left, player 1 right, player 2 left, player 2 right',
  })
  hands?: number[];

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: ['X', 'O'], nullable: true },
    description: 'For TicTacToe: nine cells, row by row',
  })
  board?: ('X' | 'O' | null)[];
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class GameRowDto implements GameRowWire {
  @ApiProperty()
  gameID!: string;

  @ApiProperty({ enum: gameTypes })
  gameType!: GameType;

  @ApiProperty({ type: [String], description: 'The players’ usernames, player1 first' })
  players!: string[];

  @ApiPropertyOptional({ description: 'For a private game' })
  host?: string;

  @ApiPropertyOptional({ type: [String], description: 'For a private game: usernames' })
  invitedPlayers?: string[];

  @ApiProperty({ type: GameStateRowDto })
  state!: GameStateRowDto;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', description: 'The last activity' })
  updatedAt!: string;

  @ApiProperty({ description: 'Of two versions of a game the greater is newer' })
  version!: number;

  @ApiPropertyOptional({ enum: strengths, description: 'For a game against the computer' })
  computer?: Strength;

  @ApiPropertyOptional({ type: [String], description: 'For a waiting rematch: the only people who can sit there' })
  keptFor?: string[];
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class GameDto extends GameRowDto implements GameWire {
  @ApiProperty({ type: GameStateDto })
  override state!: GameStateDto;

  @ApiPropertyOptional({ enum: ['play', 'draw', 'left', 'claimed', 'deleted'], description: 'Once it is over' })
  endedBy?: GameEnding;

  @ApiPropertyOptional({ description: 'The game that this is a rematch of' })
  rematchOf?: string;

  @ApiPropertyOptional({ description: 'The rematch of this game' })
  rematchID?: string;
}
