import { gameStatuses, gameTypes } from '@parlour/contracts/games/games';
import { gameName } from '@parlour/contracts/games/game-name';
import type { GameChoice } from './list-address.ts';
import classes from './game-list.module.css';

const stateNames = { WAITING_TO_START: 'Open', IN_PROGRESS: 'Running', OVER: 'Finished' } as const;

/** Which games a list shows: of one type, in one state. */
export function GameFilters({
  choice: { gameType, status },
  onChoose,
}: {
  readonly choice: GameChoice;
  readonly onChoose: (choice: GameChoice) => void;
}) {
  return (
    <div className={classes.filters}>
      <select
        aria-label="Game"
        value={gameType ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ gameType: gameTypes.find((type) => type === value), status })
        }
      >
        <option value="">All games</option>
        {gameTypes.map((type) => (
          <option key={type} value={type}>
            {gameName(type)}
          </option>
        ))}
      </select>
      <select
        aria-label="State"
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ gameType, status: gameStatuses.find((name) => name === value) })
        }
      >
        <option value="">Any state</option>
        {gameStatuses.map((name) => (
          <option key={name} value={name}>
            {stateNames[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
