import type { GameType } from '@parlour/contracts/games/games';
import { IconHandTwoFingers, IconMatchstick, IconTicTac, type Icon } from '../../../design/parts/look/icons.tsx';
import classes from './game-mark.module.css';

const icons: Record<GameType, Icon> = {
  Nim: IconMatchstick,
  Chopsticks: IconHandTwoFingers,
  TicTacToe: IconTicTac,
};

/** An icon for the game type. */
export function GameMark({ type }: { readonly type: GameType }) {
  // A newer server may have games that this page doesn't know.
  const Icon = (icons as Partial<typeof icons>)[type];
  return (
    <span className={classes.mark} aria-hidden>
      {Icon && <Icon size={22} stroke={1.7} />}
    </span>
  );
}
