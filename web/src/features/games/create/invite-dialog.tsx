import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { toggled } from '../../../shared/state/toggled.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { enterGame } from '../game-cache.ts';
import { useInvitePlayersMutation } from '../games.api.ts';
import { InvitePicker } from './invite-picker.tsx';
import classes from '../game/game-frame.module.css';

/** The dialog in which the host invites more players. */
export function InviteDialog({
  game,
  opened,
  onClose,
  onInvited,
}: {
  readonly game: GameWire;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onInvited: (number: number) => void;
}) {
  const dispatch = useDispatch<Dispatch>();
  const [invite, { isLoading: pending, error, reset }] = useInvitePlayersMutation();
  const submit = useSubmission();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const { gameID, invitedPlayers, declinedPlayers = [] } = game;

  function choose(usernames: readonly string[]): void {
    // What is being sent stays: its answer closes the dialog, with whoever is chosen after it.
    if (pending) return;
    setFault(undefined);
    reset();
    setChosen(usernames);
  }

  function close(): void {
    choose([]);
    onClose();
  }

  async function send(): Promise<void> {
    if (chosen.length === 0) {
      setFault(messages.gameInviteNobody);
      return;
    }
    const { data: changed } = await submit({ gameID, invitedPlayers: chosen }, invite);
    if (!changed) return;
    dispatch(enterGame(changed));
    onInvited(chosen.length);
    close();
  }

  return (
    <Dialog
      opened={opened}
      isForm
      isChanged={chosen.length > 0}
      title="Invite Players"
      pending={pending}
      onClose={close}
    >
      <div className="stack">
        <InvitePicker
          chosen={chosen}
          excluded={[...invitedPlayers, ...declinedPlayers]}
          onToggle={(username) => choose(toggled(chosen, username))}
        />
        {fault !== undefined && (
          <p role="alert" className={classes.fault}>
            {fault}
          </p>
        )}
        {error !== undefined && <Failure title={messages.gameInviteFailed} detail={serverText(error)} />}
        <div className="wrap">
          <Button loading={pending} onClick={() => void send()}>
            Send Invites
          </Button>
          <CancelButton>Close</CancelButton>
        </div>
      </div>
    </Dialog>
  );
}
