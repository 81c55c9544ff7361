import { Button, TextInput } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { checkChatName } from '@parlour/contracts/text/checks';
import { type RefObject, useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconChevronDown, IconPencilPlus } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { toggled } from '../../../shared/state/toggled.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { enterChat } from '../message-cache.ts';
import { useCreateChatMutation, useRenameChatMutation } from '../messaging.api.ts';
import { PersonPicker } from './person-picker.tsx';
import classes from '../messaging.module.css';

const words = { label: 'To:', removal: (username: string) => `Do not chat with ${username}` };

/**
 * Selects one or more people and starts a chat with them; `onCreated` receives the chat, which may
 * be an existing one.
 */
export function StartChat({
  toggle: toggleButton,
  wanted,
  onCreated,
}: {
  /** The button that opens the panel. */
  readonly toggle: RefObject<HTMLButtonElement | null>;
  /** Somebody chosen already. */
  readonly wanted?: string | undefined;
  readonly onCreated: (chat: ChatWire) => void;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [open, setOpen] = useState(wanted !== undefined);
  const [chosen, setChosen] = useState<readonly string[]>(wanted === undefined ? [] : [wanted]);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [createChat, { isLoading, error, reset }] = useCreateChatMutation();
  const [renameChat] = useRenameChatMutation();
  const submit = useSubmission();
  /** Whether the panel was opened here, and not by a link to somebody's chat. */
  const [asked, setAsked] = useState(false);
  const panel = useId();
  const isGroup = chosen.length > 1;

  async function create(): Promise<void> {
    const called = isGroup ? name.trim() : '';
    const wrong = chosen.length === 0 ? messages.chatUserMissing : checkChatName(called)?.text;
    setFault(wrong);
    if (wrong !== undefined) return;
    const request = { participants: [viewer, ...chosen], messages: [] };
    const { data: chat } = await submit(request, createChat);
    if (!chat) return;
    // Without its name it is there all the same, and can be named later.
    const named = called === '' ? undefined : await submit({ chatId: chat._id, name: called }, renameChat);
    // An existing chat keeps its position.
    if (chat.messages.length === 0) dispatch(enterChat({ ...chat, name: named?.data?.name ?? chat.name }, true));
    setChosen([]);
    setName('');
    setOpen(false);
    onCreated(chat);
  }

  function toggle(username: string): void {
    // What is being sent stays: its answer opens the chat, without whoever is chosen after it.
    if (isLoading) return;
    setFault(undefined);
    reset();
    setChosen(toggled(chosen, username));
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
          setAsked(true);
        }}
      >
        <IconPencilPlus size={17} aria-hidden />
        <span>Start a Chat</span>
        <IconChevronDown size={16} data-expanded={open} aria-hidden />
      </button>
      <div id={panel} className={classes.startPanel} hidden={!open}>
        {open && (
          <>
            <PersonPicker words={words} chosen={chosen} onToggle={toggle} autoFocus={asked}>
              {isGroup && (
                <TextInput
                  aria-label="Name of the chat"
                  placeholder="Name of the chat (optional)"
                  value={name}
                  readOnly={isLoading}
                  autoComplete="off"
                  onChange={({ currentTarget: { value } }) => {
                    setName(value);
                    setFault(undefined);
                  }}
                />
              )}
              <Button loading={isLoading} onClick={() => void create()} fullWidth>
                Create New Chat
              </Button>
              {fault !== undefined && (
                <p role="alert" className="hint danger">
                  {fault}
                </p>
              )}
              {error && <Failure title={messages.chatCreateFailed} detail={serverText(error)} />}
            </PersonPicker>
          </>
        )}
      </div>
    </div>
  );
}
