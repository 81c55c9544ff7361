import { Button } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import { useId, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { enterChat } from './message-cache.ts';
import { useCreateChatMutation } from './messaging.api.ts';
import { PersonPicker } from './person-picker.tsx';
import classes from './messaging.module.css';

/**
 * Selects one or more people and starts a chat with them; `onCreated` receives the chat, which may
 * be an existing one.
 */
export function StartChat({ onCreated }: { readonly onCreated: (chat: ChatWire) => void }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const [createChat, { isLoading, error, reset }] = useCreateChatMutation();
  // Starting with the same people again after a lost reply is the same attempt.
  const attempt = useRef<{ readonly people: string; readonly key: string }>(undefined);
  const panel = useId();
  const toggleButton = useRef<HTMLButtonElement>(null);

  async function create(): Promise<void> {
    if (chosen.length === 0) {
      setFault(messages.chatUserMissing);
      return;
    }
    const people = JSON.stringify(chosen);
    if (attempt.current?.people !== people) attempt.current = { people, key: newSubmissionKey() };
    const outcome = await createChat({ participants: [viewer, ...chosen], submissionKey: attempt.current.key });
    if (!outcome.data) {
      if (!hasUnknownOutcome(outcome.error)) attempt.current = undefined;
      return;
    }
    attempt.current = undefined;
    // An existing chat keeps its position.
    if (outcome.data.messages.length === 0) dispatch(enterChat(outcome.data, true));
    setChosen([]);
    setOpen(false);
    onCreated(outcome.data);
  }

  function toggle(username: string): void {
    setFault(undefined);
    reset();
    setChosen(chosen.includes(username) ? chosen.filter((name) => name !== username) : [...chosen, username]);
  }

  return (
    <div
      className={classes.start}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        setOpen(false);
        toggleButton.current?.focus();
      }}
    >
      <button
        ref={toggleButton}
        type="button"
        className={classes.startToggle}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => {
          setOpen(!open);
        }}
      >
        Start a Chat
        <IconChevronDown size={16} data-expanded={open} aria-hidden />
      </button>
      <div id={panel} className={classes.startPanel} hidden={!open}>
        {open && (
          <>
            <div className={classes.chosen}>
              <span>Selected user:</span>
              {chosen.length === 0 && <em>nobody yet</em>}
              {chosen.map((username) => (
                <button
                  key={username}
                  type="button"
                  className={classes.chip}
                  aria-label={`Do not chat with ${username}`}
                  onClick={() => {
                    toggle(username);
                  }}
                >
                  <bdi>{username}</bdi>
                  <IconX size={14} aria-hidden />
                </button>
              ))}
            </div>
            <Button loading={isLoading} onClick={() => void create()} fullWidth>
              Create New Chat
            </Button>
            {fault !== undefined && (
              <p role="alert" className={classes.fault}>
                {fault}
              </p>
            )}
            {error && <Failure title={messages.chatCreateFailed} detail={serverText(error)} />}
            <PersonPicker chosen={chosen} onToggle={toggle} />
          </>
        )}
      </div>
    </div>
  );
}
