import { Button, Textarea, TextInput } from '@mantine/core';
import { lengthOf } from '@parlour/contracts/text/checks';
import type { CommunityPicture, CommunityWire } from '@parlour/contracts/communities/communities';
import { checkCommunityDescription, checkCommunityName } from '@parlour/contracts/communities/community-checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { CharactersLeft } from '../../../design/parts/form/characters-left.tsx';
import { CloseCommunityDialog } from '../../../design/parts/overlay/close-community-dialog.tsx';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { DraftNote } from '../../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { headingAround, moveFocus, moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { PictureSetting, usePicturesOn } from '../../../design/parts/picture/picture-setting.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { useEdit } from '../../../design/parts/editing/use-edit.ts';
import { UsernameSearch } from '../../../design/parts/form/username-search.tsx';
import { Section } from '../../../design/patterns/section.tsx';
import { currentOf, serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { enterCommunity, useChangeCommunityMutation, useEditCommunityMutation } from '../communities.api.ts';
import classes from './community-settings.module.css';
import { RoleChip } from '../community/role-chip.tsx';
import { useCommunityChange } from './use-community-change.tsx';
import { usePeople } from '../membership/use-people.ts';

/** A community's name, its pictures, its owner, and its end. */
export function CommunityGeneral({ community }: { readonly community: CommunityWire }) {
  const isOwner = community.position === 1;
  return (
    <>
      {isOwner && <Texts community={community} />}
      <Pictures community={community} />
      {isOwner ? <OwnersPart community={community} /> : <Resign community={community} />}
    </>
  );
}

function OwnersPart({ community }: { readonly community: CommunityWire }) {
  return (
    <>
      <HandOver community={community} />
      <Close community={community} />
    </>
  );
}

function Texts({ community }: { readonly community: CommunityWire }) {
  const dispatch = useDispatch<Dispatch>();
  const [send] = useEditCommunityMutation();
  const form = useEdit({
    post: community,
    valuesOf: ({ name, description }) => ({ name, description }),
    check: ({ name, description }) => ({
      name: checkCommunityName(name.trim())?.text,
      description: checkCommunityDescription(description.trim())?.text,
    }),
    send: ({ name, description }, { key, version }) =>
      send({
        communityId: community._id,
        name: name.trim(),
        description: description.trim(),
        version,
        submissionKey: key,
      }),
    onSaved: (saved) => {
      form.goOnWith(saved);
      dispatch(enterCommunity(saved));
      void showToast('success', 'The changes were saved.');
    },
  });
  const left = limits.communityNameLength - lengthOf(form.values.name.trim());
  return (
    <Section title="Name and description" about="Everyone can see them, also in Explore.">
      <form {...form.form} className={classes.form} aria-label="Name and description">
        <TextInput
          {...form.field('name')}
          label="Community Name"
          size="md"
          autoComplete="off"
          rightSection={<CharactersLeft left={left} />}
        />
        <Textarea {...form.field('description')} label="Description" size="md" rows={3} />
        <DraftNote {...form.draft} />
        {form.failure !== undefined && currentOf(form.failure) === undefined && (
          <Failure title={serverText(form.failure) ?? messages.unknownFailure} />
        )}
        {form.current && (
          <Failure title={messages.editStale}>
            <CurrentTexts community={form.current} />
          </Failure>
        )}
        <div>
          <Button type="submit" loading={form.pending}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Pictures({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, name, picture, banner } = community;
  const dispatch = useDispatch<Dispatch>();
  const [send] = useChangeCommunityMutation();
  const submit = useSubmission();
  const choose = (place: CommunityPicture) => async (fileId: string | null) => {
    const body = { communityId, place, fileId };
    const { data, error } = await submit({ path: 'setPicture' as const, body, communityId }, send);
    if (data) dispatch(enterCommunity(data));
    return error;
  };
  if (!usePicturesOn(picture ?? banner)) return null;
  return (
    <Section
      title="Picture and banner"
      about="The picture stands for the community in lists, the banner across its page."
    >
      <PictureSetting picture={picture} wanted={{ ratio: 1, widest: 512 }} onChoose={choose('picture')}>
        <Emblem name={name} picture={picture} size="xl" />
      </PictureSetting>
      <PictureSetting kind="banner" picture={banner} wanted={{ ratio: 4, widest: 1_600 }} onChoose={choose('banner')} />
    </Section>
  );
}

/** What somebody else made of them meanwhile. */
function CurrentTexts({ community: { name, description } }: { readonly community: CommunityWire }) {
  return (
    <>
      <p>
        It is now called <bdi>{name}</bdi>
        {description === '' ? '.' : ':'}
      </p>
      {description !== '' && <blockquote dir="auto">{description}</blockquote>}
      <p>Save to overwrite it with yours.</p>
    </>
  );
}

function HandOver({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, offeredTo } = community;
  const { run, pending, failure } = useCommunityChange(communityId);
  const [search, setSearch] = useState('');
  const viewer = useViewer();
  const people = usePeople({ communityId, list: 'members', search });
  const found = people.rows?.filter(({ username }) => username !== viewer);
  const others = found?.slice(0, 10);
  const pause = useHoverPause();
  const shown = useHeldRows(others ?? [], {
    // The rows of the search before are not worth keeping.
    held: pause.now && people.current,
    of: search,
    idOf: ({ username }) => username,
  });
  const offer = async (button: HTMLElement, username: string) => {
    const heading = headingAround(button);
    const done = await run({ path: 'offerOwnership', body: { communityId, username } });
    if (done) moveFocus(button, heading);
  };
  return (
    <Section
      title="Hand over"
      about="Offer the community to a member. Once they accept, they own it and you are a moderator."
    >
      {offeredTo === null ? (
        <>
          <div className={classes.form}>
            <UsernameSearch label="Search members to hand over to" onSearch={setSearch} />
          </div>
          {people.error !== undefined && (
            <Failure title={messages.usersFailed} detail={serverText(people.error)} onRetry={people.again} />
          )}
          <FoundStatus
            search={search}
            number={people.current ? others?.length : undefined}
            isMore={people.more || others?.length !== found?.length}
            empty="There is nobody to offer it to."
            className={classes.none}
          />
          {shown.length > 0 && (
            <ul {...pause.handlers} className={classes.heirs} aria-label="Members to hand over to">
              {shown.map(({ username, position }) => (
                <li key={username} className={classes.heir}>
                  <span className={classes.person}>
                    <PersonLink username={username} avatar="m" />
                    <RoleChip position={position} />
                  </span>
                  <Button
                    size="xs"
                    variant="light"
                    loading={pending === username}
                    aria-label={`Offer to ${username}`}
                    onClick={({ currentTarget }) => void offer(currentTarget, username)}
                  >
                    Offer
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <div className="row">
          <p role="status">
            You offered it to <PersonLink username={offeredTo} />, who has not answered yet.
          </p>
          <Button
            variant="default"
            loading={pending === ''}
            onClick={({ currentTarget }) => void offer(currentTarget, '')}
          >
            Withdraw offer
          </Button>
        </div>
      )}
      {failure}
    </Section>
  );
}

function Close({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, name } = community;
  const { run, pending, error } = useCommunityChange(communityId);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    setAsking(false);
    button.current?.focus();
  };
  return (
    <Section
      title="Close community"
      about="Nobody’s posts disappear: a closed community can still be read, but nothing can be added. Its name can be used again."
    >
      <div>
        <DestroyButton ref={button} variant="default" onClick={() => setAsking(true)}>
          Close community
        </DestroyButton>
      </div>
      <CloseCommunityDialog
        opened={asking}
        community={community}
        pending={pending !== undefined}
        error={error}
        onConfirm={({ currentTarget }) => {
          void run({ path: 'close', body: { communityId } }).then((done) => {
            if (!done) return;
            moveFocusToHeading(currentTarget);
            void showToast('success', `${name} is closed.`);
          });
        }}
        onCancel={cancel}
      />
    </Section>
  );
}

function Resign({ community: { _id: communityId } }: { readonly community: CommunityWire }) {
  const { run, pending, failure } = useCommunityChange(communityId);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    setAsking(false);
    button.current?.focus();
  };
  return (
    <Section title="Your role" about="You are a moderator. If you resign, you stay a member.">
      <div>
        <Button ref={button} variant="default" onClick={() => setAsking(true)}>
          Resign as moderator
        </Button>
      </div>
      <Dialog
        opened={asking}
        title="Resign as moderator?"
        returnFocus={false}
        pending={pending !== undefined}
        onClose={cancel}
      >
        <p className={classes.consequence}>{messages.moderatorByOwnerOnly}</p>
        <div className={classes.buttons}>
          <DestroyButton
            loading={pending !== undefined}
            onClick={({ currentTarget }) => {
              void run({ path: 'moderators/resign', body: { communityId } }).then((done) => {
                if (!done) return;
                setAsking(false);
                moveFocusToHeading(currentTarget);
              });
            }}
          >
            Resign
          </DestroyButton>
          <CancelButton isFocused />
        </div>
        {failure}
      </Dialog>
    </Section>
  );
}
