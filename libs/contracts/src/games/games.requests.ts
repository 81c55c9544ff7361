import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import {
  documented,
  faults,
  FilterBy,
  Id,
  Names,
  OneOf,
  Optional,
  OwnName,
  OwnNameInQuery,
  together,
} from '../fields.ts';
import {
  gameStatuses,
  type GameStatus,
  gameTypes,
  type GameType,
  gameVisibilities,
  type GameVisibility,
  strengths,
  type Strength,
} from './games.ts';
import { limits } from '../limits.ts';
import { PageRequest } from '../page.requests.ts';

/** Browser to gateway: join, leave, decline, withdraw, claim, rematch. */
export class OnGame {
  @Id()
  readonly gameID!: string;

  @OwnName()
  readonly playerID?: string;
}

/** Browser to gateway: create. */
export class CreateGame {
  @OneOf(gameTypes, faults.gameType)
  readonly gameType!: GameType;

  // More than a game may have are read, so that the service's own error reports it; yet few enough
  // to look up cheaply.
  @Optional(
    IsArray(),
    ArrayMaxSize(limits.namesListed),
    IsString({ each: true }),
    documented(
      { maxItems: limits.invitedPlayers },
      'Usernames, even none: creates a private game with the caller as host. Omitted for a public one',
    ),
  )
  readonly invitedPlayers?: readonly string[];

  @Optional(
    OneOf(strengths, faults.strength),
    documented({}, 'Creates a game against the computer, which begins at once'),
  )
  readonly computer?: Strength;
}

/** Browser to gateway: invite. */
export class Invite {
  @Id()
  readonly gameID!: string;

  @Names({ maxItems: limits.invitedPlayers }, 'Usernames')
  readonly invitedPlayers: readonly string[] = [];
}

/** A visibility in any case (decisions G-6); blank for none. */
function Visibility(description: string, schema = {}): PropertyDecorator {
  return together(
    Transform(({ value }: { readonly value: unknown }): unknown => {
      if (typeof value !== 'string') return value;
      if (value === '') return undefined;
      return gameVisibilities.find((known) => known.toLowerCase() === value.toLowerCase()) ?? value;
    }),
    IsOptional(),
    OneOf(gameVisibilities, faults.gameVisibility),
    documented(schema, description),
  );
}

/** Browser to gateway: a list of games. */
export class GetGames extends PageRequest {
  @FilterBy(gameTypes, faults.gameType)
  readonly gameType?: GameType;

  @OwnNameInQuery()
  readonly username?: string;

  @Visibility('Case-insensitive', { default: 'Public' })
  readonly visibility?: GameVisibility;

  @Visibility('An alias of visibility')
  readonly type?: GameVisibility;

  @FilterBy(gameStatuses, faults.gameStatus, 'Finished games are listed only on request')
  readonly status?: GameStatus;
}
