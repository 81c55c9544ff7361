import { gameStatuses, gameTypes } from '@parlour/contracts/games/games';
import { SegmentedControl } from '../../../design/parts/form/segmented.tsx';
import { gameName } from '../../../shared/text/game-name.ts';
import type { GameChoice } from './list-address.ts';
import classes from './game-list.module.css';

const all = 'all';

const types: readonly { readonly value: string; readonly label: string }[] = [
  { value: all, label: 'All games' },
  ...gameTypes.map((type) => ({ value: type, label: gameName(type) })),
];

const states = [
  { value: all, label: 'Any state' },
  { value: 'WAITING_TO_START', label: 'Open' },
  { value: 'IN_PROGRESS', label: 'Running' },
  { value: 'OVER', label: 'Finished' },
];

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
      <SegmentedControl
        aria-label="Game"
        data={[...types]}
        value={gameType ?? all}
        onChange={(value) => onChoose({ gameType: gameTypes.find((type) => type === value), status })}
        {...look}
      />
      <SegmentedControl
        aria-label="State"
        data={states}
        value={status ?? all}
        onChange={(value) => onChoose({ gameType, status: gameStatuses.find((name) => name === value) })}
        {...look}
      />
    </div>
  );
}

const look = {
  size: 'sm',
  radius: 'md',
  classNames: { root: classes.segments ?? '', label: classes.segment ?? '', indicator: classes.indicator ?? '' },
} as const;
