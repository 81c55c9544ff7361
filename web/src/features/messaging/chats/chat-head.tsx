import { Button } from '@mantine/core';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { Fragment, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Avatars } from '../../../design/parts/person/avatars.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconArrowLeft, IconUserPlus } from '../../../design/parts/look/icons.tsx';
import { MutedMark } from '../../../design/parts/person/muted-mark.tsx';
import { OnlineMark } from '../../../design/parts/person/online-avatar.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { toggled } from '../../../shared/state/toggled.ts';
import { useMounted } from '../../../shared/state/hooks/use-mounted.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { ChatMenu, type ChatLeaving } from './chat-menu.tsx';
import { onlyYou, othersIn } from './chat-names.ts';
import { enterChat } from '../message-cache.ts';
import { useAddParticipantMutation } from '../messaging.api.ts';
import { PersonPicker } from '../start/person-picker.tsx';
import classes from '../messaging.module.css';

/** How many participants' avatars the head shows. */
const mostFaces = 3;

/** The head of a chat: its name, its people and its menu. */
export function ChatHead({
  chat,
  back,
  ...exit
}: {
  readonly chat: ChatWire | undefined;
  readonly back: string;
} & ChatLeaving) {
  const viewer = useViewer();
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  // Return the focus to where keyboard users were before.
  const stopAdding = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  const others = othersIn(chat?.participants ?? [], viewer);
  const people = (
    <>
      {others.map((name, index) => (
        <Fragment key={`${index} ${name}`}>
          {index > 0 && ', '}
          <PersonLink username={name} />
          <span className={classes.online}>
            {/* Part of the heading's text. */}
            <OnlineMark username={name} word=" (online)" />
          </span>
        </Fragment>
      ))}
      {chat && others.length > 1 && <span className={classes.you}> and you</span>}
      {chat && others.length === 0 && onlyYou}
    </>
  );
  const isNamed = chat !== undefined && chat.name !== null;
  return (
    <>
      <header className={classes.chatBar}>
        <Button
          component={Link}
          to={back}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowLeft size={17} aria-hidden />}
          className={classes.back ?? ''}
        >
          <span className="hidden-on-phone">Back</span>
        </Button>
        <span className={classes.headFaces}>
          <Avatars usernames={others.slice(0, mostFaces)} size="m" />
        </span>
        <div className={classes.called}>
          <h2 className={classes.people} data-named={isNamed || undefined} title={chat?.name ?? undefined}>
            {isNamed ? <bdi>{chat.name}</bdi> : people}
          </h2>
          {isNamed && <div className={classes.members}>{people}</div>}
        </div>
        {chat?.muted === true && <MutedMark />}
        <div className={classes.headActs}>
          {chat?.group === true && (
            <Button
              ref={addButton}
              variant="default"
              size="xs"
              leftSection={<IconUserPlus size={15} aria-hidden />}
              aria-expanded={adding}
              onClick={() => {
                setAdding(!adding);
              }}
            >
              Add
              <span className="visually-hidden"> a participant</span>
            </Button>
          )}
          {chat && <ChatMenu chat={chat} {...exit} />}
        </div>
      </header>
      {chat && adding && (
        <div
          onKeyDown={(event) => {
            if (event.key === 'Escape') stopAdding();
          }}
        >
          <AddParticipants chat={chat} onAdded={stopAdding} />
        </div>
      )}
    </>
  );
}

const wordsOfAdding = { label: 'Add:', removal: (username: string) => `Do not add ${username}` };

/** Selects people and adds them, once that is confirmed: nobody can take it back. */
function AddParticipants({ chat, onAdded }: { readonly chat: ChatWire; readonly onAdded: () => void }) {
  const dispatch = useDispatch<Dispatch>();
  const [addParticipant, { error, isLoading, reset }] = useAddParticipantMutation();
  const submit = useSubmission();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const isOpen = useMounted();

  function toggle(username: string): void {
    // Those who are being added stay.
    if (isLoading) return;
    setMissing(false);
    reset();
    setChosen(toggled(chosen, username));
  }

  async function add(): Promise<void> {
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    for (const [index, username] of chosen.entries()) {
      const { data } = await submit({ chatId: chat._id, username }, addParticipant);
      if (!data) return;
      setChosen(chosen.slice(index + 1));
      const { messages, ...changed } = data;
      dispatch(enterChat({ ...changed, messages: messages.slice(-1) }, false));
      // Whoever closes the panel sees no more of it, and does not want the others added.
      if (!isOpen.current) return;
    }
    onAdded();
  }

  return (
    <div className={classes.adding}>
      <p className="hint">New participants can read all earlier messages.</p>
      <PersonPicker words={wordsOfAdding} chosen={chosen} members={chat.participants} onToggle={toggle} autoFocus>
        <Button loading={isLoading} className={classes.addChosen ?? ''} onClick={() => void add()}>
          Add to the chat
        </Button>
        {isMissing && (
          <p role="alert" className="hint danger">
            Please select a user to add
          </p>
        )}
        {error && <Failure title="This person could not be added" detail={serverText(error)} />}
      </PersonPicker>
    </div>
  );
}
