import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { GameType } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { OfGameType } from '../games/game.dto.ts';
import { PageQuery } from '../identity/user.dto.ts';

/** Browser to gateway: somebody's wins. */
export class WinsQuery {
  @ApiProperty({ description: 'Whoever it is' })
  @IsString()
  username!: string;

  @OfGameType()
  gameType?: GameType;
}

/** Browser to gateway: the leaderboard. */
export class LeaderboardQuery extends PageQuery {
  @OfGameType()
  gameType?: GameType;

  @ApiPropertyOptional({ description: 'Oneself: lists those alone whom one follows' })
  @IsOptional()
  @IsString()
  username?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class WinsDto {
  @ApiProperty({ description: 'That count; of all types of game together, or of one' })
  wins!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class LeaderboardRowDto implements LeaderboardRowWire {
  @ApiProperty()
  username!: string;

  @ApiProperty()
  wins!: number;

  @ApiProperty({ description: 'Among everybody, whoever is followed; ties share it' })
  globalRank!: number;
}
