import { IconHandTwoFingers, IconMatchstick, IconTicTac, type TablerIcon } from '@tabler/icons-react';
import type { GameType } from '@parlour/contracts/games';
import classes from './game-mark.module.css';

const icons: Record<GameType, TablerIcon> = {
  Nim: IconMatchstick,
  Chopsticks: IconHandTwoFingers,
  TicTacToe: IconTicTac,
};

/** An icon for the game type. */
export function GameMark({ type, large = false }: { readonly type: GameType; readonly large?: boolean }) {
  // A newer server may have games that this page doesn't know.
  const Icon = (icons as Partial<typeof icons>)[type];
  return (
    <span className={classes.mark} data-large={large} aria-hidden>
      {Icon && <Icon size={large ? 30 : 22} stroke={1.7} />}
    </span>
  );
}
