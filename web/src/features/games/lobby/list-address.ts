import { gameStatuses, type GameStatus, gameTypes, type GameType } from '@parlour/contracts/games/games';
import { useSearchParams } from 'react-router';

/** The filters of a list of games. */
export interface GameChoice {
  readonly gameType?: GameType | undefined;
  readonly status?: GameStatus | undefined;
}

/**
 * The filters and the page of a list, 0 for the first, from the address: Back from a game, and a
 * reload, lead to the same rows. Unknown values count as none.
 */
export function useListAddress() {
  const [parameters, setParameters] = useSearchParams();
  const gameType = gameTypes.find((type) => type === parameters.get('game'));
  const status = gameStatuses.find((name) => name === parameters.get('status'));
  const [page = '1'] = /^[1-9]\d{0,4}$/.exec(parameters.get('page') ?? '') ?? [];
  const write = (choice: GameChoice, place: number) =>
    setParameters(
      {
        ...(choice.gameType === undefined ? {} : { game: choice.gameType }),
        ...(choice.status === undefined ? {} : { status: choice.status }),
        ...(place === 0 ? {} : { page: String(place + 1) }),
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    choice: { gameType, status } satisfies GameChoice,
    page: Number(page) - 1,
    setChoice: (choice: GameChoice) => write(choice, 0),
    setPage: (place: number) => write({ gameType, status }, place),
  };
}
