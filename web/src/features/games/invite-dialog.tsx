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
  const dispatch = useDispatch<Dispatch>();
  const [invite, { isLoading, error, reset }] = useInvitePlayersMutation();
  const submit = useSubmission();
  const { gameID, invitedPlayers = [] } = game;

  function close(): void {
    reset();
    onClose();
  }

  async function send(chosen: readonly string[]): Promise<void> {
    const { data: changed } = await submit({ gameID, invitedPlayers: chosen }, invite);
    if (!changed) return;
    dispatch(enterGame(changed));
    onInvited(chosen.length);
    close();
  }

  return (
    <Dialog opened={opened} isForm title="Invite Players" pending={isLoading} onClose={close}>
      <Invitation
        excluded={invitedPlayers}
        pending={isLoading}
        error={error}
        onChange={reset}
        onSend={(chosen) => void send(chosen)}
        onClose={close}
      />
    </Dialog>
  );
}

function Invitation({
  excluded,
  pending,
  error,
  onChange,
  onSend,
  onClose,
}: {
  /** Players who are already invited. */
  readonly excluded: readonly string[];
  readonly pending: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  readonly onChange: () => void;
  readonly onSend: (chosen: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();

  function toggle(username: string): void {
    // What is being sent stays: its answer closes the dialog, with whoever is chosen after it.
    if (pending) return;
    setFault(undefined);
    onChange();
    setChosen(chosen.includes(username) ? chosen.filter((name) => name !== username) : [...chosen, username]);
  }

  return (
    <div className={classes.dialog}>
      <InvitePicker chosen={chosen} excluded={excluded} onToggle={toggle} />
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {error !== undefined && <Failure title={messages.gameInviteFailed} detail={serverText(error)} />}
      <div className={classes.buttons}>
        <Button
          loading={pending}
          onClick={() => {
            if (chosen.length === 0) setFault(messages.gameInviteNobody);
            else onSend(chosen);
          }}
        >
          Send Invites
        </Button>
        <Button variant="default" disabled={pending} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
