import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { GameType } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { OfGameType } from '../games/game.dto.ts';
import { PageQuery } from '../identity/user.dto.ts';

/** Browser to gateway: somebody's wins. */
export class WinsQuery {
  @ApiProperty({ description: 'Any user' })
  @IsString()
  username!: string;

  @OfGameType()
  gameType?: GameType;
}

/** Browser to gateway: the leaderboard. */
export class LeaderboardQuery extends PageQuery {
  @OfGameType()
  gameType?: GameType;

  @ApiPropertyOptional({ description: 'The caller: limits the list to people they follow' })
  @IsOptional()
  @IsString()
  username?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class WinsDto {
  @ApiProperty({ description: 'For all types of game together, or for one' })
  wins!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class LeaderboardRowDto implements LeaderboardRowWire {
  @ApiProperty()
  username!: string;

  @ApiProperty()
  wins!: number;

  @ApiProperty({ description: 'Among everybody, even in a list of followed people; ties share it' })
  globalRank!: number;
}
