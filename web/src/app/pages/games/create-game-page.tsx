import { useSearchParams } from 'react-router';
import { CreateGame } from '../../../features/games/create/create-game.tsx';
import { sameName } from '../../../features/people/people.api.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';

/** The form for a new game; the address can name somebody to invite. */
export function CreateGamePage() {
  const goOn = useNavigateWhenDone();
  const viewer = useViewer();
  const [parameters] = useSearchParams();
  const given = parameters.get('with')?.trim() ?? '';
  const opponent = given === '' || sameName(given, viewer) ? undefined : given;
  usePageTitle('Create Game');
  return (
    <>
      <PageHead title="Create Game" />
      <CreateGame
        key={opponent}
        opponent={opponent}
        onCreated={({ gameID }) => goOn(`/games/${encodeURIComponent(gameID)}`, 'Your game was created.')}
      />
    </>
  );
}
