import { CountBadge } from '../../../design/parts/look/count-badge.tsx';
import { useTitleCount } from '../../../design/parts/page/page-title.ts';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { moverOf } from '../game-state.ts';
import { useGetOwnGamesQuery } from '../games.api.ts';

/** The number of games in which it is the viewer's turn. */
export function useTurns(): number {
  const viewer = useViewer();
  const rested = useRested();
  const { data: games = [] } = useGetOwnGamesQuery(viewer, { skip: !rested || viewer === '' });
  return games.filter((game) => moverOf(game) === viewer).length;
}

/** The number of turns as a badge. */
export function TurnBadge() {
  const turns = useTurns();
  return <CountBadge number={turns} label={turnsLabel(turns)} tone="brass" />;
}

/** The badge in words. */
export function turnsLabel(turns: number): string {
  return `your turn in ${count(turns, 'game')}`;
}

/** Shows the number in the tab's title. */
export function TurnsInTitle() {
  useTitleCount('turns', useTurns());
  return null;
}
