import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../shared/http/call-failure.ts';
import { Dialog } from '../../design/parts/dialog.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import type { Dispatch } from '../../shared/state/store.ts';
import { useSubmission } from '../../shared/state/use-submission.ts';
import { enterGame } from './game-cache.ts';
import { useInvitePlayersMutation } from './games.api.ts';
import { InvitePicker } from './invite-picker.tsx';
import classes from './game-frame.module.css';

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
  return (
    <Dialog opened={opened} title="Invite Players" onClose={onClose}>
      <Invitation game={game} onClose={onClose} onInvited={onInvited} />
    </Dialog>
  );
}

function Invitation({
  game: { gameID, invitedPlayers = [] },
  onClose,
  onInvited,
}: {
  readonly game: GameWire;
  readonly onClose: () => void;
  readonly onInvited: (number: number) => void;
}) {
  const dispatch = useDispatch<Dispatch>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const [invite, { isLoading, error, reset }] = useInvitePlayersMutation();
  const submit = useSubmission();

  async function send(): Promise<void> {
    if (chosen.length === 0) {
      setFault(messages.gameInviteNobody);
      return;
    }
    const { data: game } = await submit({ gameID, invitedPlayers: chosen }, invite);
    if (!game) return;
    dispatch(enterGame(game));
    onInvited(chosen.length);
    onClose();
  }

  return (
    <div className={classes.dialog}>
      <InvitePicker
        chosen={chosen}
        excluded={invitedPlayers}
        onToggle={(username) => {
          setFault(undefined);
          reset();
          setChosen(chosen.includes(username) ? chosen.filter((name) => name !== username) : [...chosen, username]);
        }}
      />
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {error !== undefined && <Failure title={messages.gameInviteFailed} detail={serverText(error)} />}
      <div className={classes.buttons}>
        <Button loading={isLoading} onClick={() => void send()}>
          Send Invites
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
