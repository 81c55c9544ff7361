import { Button, TextInput } from '@mantine/core';
import { checkChatName } from '@parlour/contracts/text/checks';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconBell, IconBellOff, IconDoorExit, IconDots, IconPencil } from '../../../design/parts/look/icons.tsx';
import { Menu } from '../../../design/parts/overlay/menu.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { enterChat, removeChat } from '../message-cache.ts';
import { useLeaveChatMutation, useRenameChatMutation } from '../messaging.api.ts';
import { useMuting } from './use-muting.ts';
import classes from '../messaging.module.css';

/** How the viewer leaves a chat for good. */
export interface ChatLeaving {
  /** From the press of the button on, unless that fails. */
  readonly leaving: boolean;
  readonly onLeaving: (isLeaving: boolean) => void;
  readonly onLeft: () => void;
}

/** The actions on a chat, besides writing in it. */
export function ChatMenu({ chat, ...exit }: { readonly chat: ChatWire } & ChatLeaving) {
  const target = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState<'rename' | 'leave'>();
  const mute = useMuting(chat._id, chat.muted);
  const close = () => {
    setAsking(undefined);
    target.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton ref={target} label="Chat options" title="Chat options" icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          {chat.group && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsking('rename')}>
              {chat.name === null ? 'Name this chat' : 'Rename'}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={chat.muted ? <IconBell size={16} aria-hidden /> : <IconBellOff size={16} aria-hidden />}
            onClick={() => void mute()}
          >
            {chat.muted ? 'Unmute' : 'Mute'}
          </Menu.Item>
          {chat.group && (
            <Menu.Item
              leftSection={<IconDoorExit size={16} aria-hidden />}
              className="danger"
              onClick={() => setAsking('leave')}
            >
              Leave
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'rename' && <RenameDialog chat={chat} onClose={close} />}
      <Dialog
        opened={asking === 'leave'}
        title="Leave this chat?"
        returnFocus={false}
        pending={exit.leaving}
        onClose={close}
      >
        <Leaving chat={chat} {...exit} />
      </Dialog>
    </>
  );
}

function RenameDialog({ chat, onClose }: { readonly chat: ChatWire; readonly onClose: () => void }) {
  const dispatch = useDispatch<Dispatch>();
  const [name, setName] = useState(chat.name ?? '');
  const [fault, setFault] = useState<string>();
  const [renameChat, { isLoading, error, reset }] = useRenameChatMutation();
  const submit = useSubmission();

  async function save(): Promise<void> {
    const trimmed = name.trim();
    const wrong = checkChatName(trimmed);
    setFault(wrong?.text);
    if (wrong) return;
    const { data } = await submit({ chatId: chat._id, name: trimmed }, renameChat);
    if (!data) return;
    const { messages, ...changed } = data;
    dispatch(enterChat({ ...changed, messages: messages.slice(-1) }, changed.name !== chat.name));
    onClose();
  }

  return (
    <Dialog
      opened
      isForm
      title="Name of the chat"
      returnFocus={false}
      isChanged={name.trim() !== (chat.name ?? '')}
      pending={isLoading}
      onClose={onClose}
    >
      <form
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label="Name"
          description="Everyone in the chat sees it. Leave it empty to show the people instead."
          value={name}
          error={fault}
          readOnly={isLoading}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            setFault(undefined);
            reset();
          }}
        />
        {error && <Failure title="The name could not be changed" detail={serverText(error)} />}
        <div className="wrap">
          <Button type="submit" loading={isLoading}>
            Save
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}

function Leaving({ chat, leaving, onLeaving, onLeft }: ChatLeaving & { readonly chat: ChatWire }) {
  const dispatch = useDispatch<Dispatch>();
  const [leaveChat, { error }] = useLeaveChatMutation();
  const submit = useSubmission();

  async function leave(): Promise<void> {
    onLeaving(true);
    const { data } = await submit({ chatId: chat._id }, leaveChat);
    if (!data) {
      onLeaving(false);
      return;
    }
    onLeft();
    dispatch(removeChat(chat._id));
  }

  return (
    <>
      <p className={classes.dialogText}>
        You will no longer see it or its messages. The others stay, and can add you again.
      </p>
      {error && <Failure title="The chat could not be left" detail={serverText(error)} />}
      <div className="wrap">
        <DestroyButton loading={leaving} onClick={() => void leave()}>
          Leave
        </DestroyButton>
        <CancelButton isFocused />
      </div>
    </>
  );
}
