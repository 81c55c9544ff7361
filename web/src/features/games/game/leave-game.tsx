import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconDoorExit } from '../../../design/parts/look/icons.tsx';
import { opponentOf, plays } from '../game-state.ts';
import { useGameCall } from './use-game-call.ts';

const lobby = '/games';

/** Opens the lobby. Players give up their seat, and are asked first if that loses the game. */
export function LeaveGame({ game, viewer }: { readonly game: GameWire; readonly viewer: string }) {
  const navigate = useNavigate();
  const goOn = useNavigateWhenDone();
  const { act, pending, failed } = useGameCall(game.gameID);
  const [asking, setAsking] = useState(false);
  const { status } = game.state;
  const seated = plays(game, viewer) && status !== 'OVER';
  // The game may end while the dialog is open.
  const open = asking && seated;

  async function leave(): Promise<void> {
    if (await act('leaveGame')) goOn(lobby, 'You left the game.');
  }

  function click(): void {
    if (!seated) void navigate(lobby);
    else if (status === 'IN_PROGRESS') setAsking(true);
    else void leave();
  }

  const failure = failed && <Failure title={messages.gameLeaveFailed} detail={serverText(failed.error)} />;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDoorExit size={17} aria-hidden />}
        loading={pending !== undefined && !open}
        onClick={click}
      >
        Leave Game
      </Button>
      {!open && failure}
      <Dialog
        opened={open}
        title="Leave this game?"
        onClose={() => {
          if (pending === undefined) setAsking(false);
        }}
      >
        <div className="stack">
          <p>
            The game is in progress. If you leave, it ends and <bdi>{opponentOf(game, viewer)}</bdi> wins.
          </p>
          {failure}
          <div className="wrap">
            <DestroyButton loading={pending !== undefined} onClick={() => void leave()}>
              Leave and lose
            </DestroyButton>
            <Button
              variant="default"
              disabled={pending !== undefined}
              data-autofocus
              onClick={() => {
                setAsking(false);
              }}
            >
              Stay
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
