import { Button } from '@mantine/core';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { DraftNote } from '../../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconDots } from '../../../design/parts/look/icons.tsx';
import { Menu } from '../../../design/parts/overlay/menu.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { RemoveDialog } from '../../../design/parts/post/removal.tsx';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { useEdit } from '../../../design/parts/editing/use-edit.ts';
import { useReport } from '../../../design/parts/report/use-report.ts';
import { api, tagOf } from '../../../shared/api.ts';
import { asCallFailure, currentOf, serverText } from '../../../shared/http/call-failure.ts';
import { editPost } from '../../../shared/posts.api.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { headOfPolls } from '../head-of-polls.ts';
import { enterChanged, votesOf } from '../poll-cache.ts';
import { checkPollFields, optionTextsOf, PollFields, pollFieldsOf } from '../create/poll-fields.tsx';
import { useClosePollMutation } from '../polls.api.ts';
import classes from '../polls.module.css';
import { usePollRemoval } from './use-poll-removal.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';

type Asked = 'edit' | 'close' | 'remove';

/**
 * The actions on a poll for its creator, for the community's owner and moderators, and for
 * operators, who only remove it; so do owner and moderators of a closed community.
 */
export default function PollMenu({
  poll,
  mayChange,
}: {
  readonly poll: PollWire;
  /** As its creator, owner or moderator of an open community. */
  readonly mayChange: boolean;
}) {
  const { _id: pollId, questionText, status, options, createdBy } = poll;
  const viewer = useViewer();
  const report = useReport('poll', pollId);
  const target = useRef<HTMLButtonElement>(null);
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const isActive = mayChange && status === 'active';
  const ask = (what: Asked) => () => {
    setAsked(what);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    target.current?.focus();
  };
  const dialog = { poll, opened, onClose: close };
  const removal = usePollRemoval(poll);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton ref={target} label={`Actions: ${questionText}`} icon={IconDots} className={classes.more ?? ''} />
        </Menu.Target>
        <Menu.Dropdown>
          {isActive && (
            <Menu.Item disabled={votesOf(options) > 0} onClick={ask('edit')}>
              {votesOf(options) > 0 ? 'Edit (only before the first vote)' : 'Edit'}
            </Menu.Item>
          )}
          {isActive && <Menu.Item onClick={ask('close')}>Close now</Menu.Item>}
          {createdBy !== viewer && <Menu.Item onClick={report.onClick}>{report.label}</Menu.Item>}
          {createdBy === viewer ? (
            <Menu.Item
              className="danger"
              onClick={() => {
                const { current: button } = target;
                const head = headOfPolls(button);
                // Not before: the menu gives the focus to its button as it closes.
                removal.deleteOwnThen(() => moveFocus(button, head));
              }}
            >
              Delete
            </Menu.Item>
          ) : (
            <Menu.Item className="danger" onClick={ask('remove')}>
              Remove…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'edit' && opened && <EditDialog {...dialog} />}
      {asked === 'close' && <CloseDialog {...dialog} />}
      {asked === 'remove' && opened && (
        <RemoveDialog
          kind="poll"
          onClose={close}
          onRemove={async (reason) => {
            const head = headOfPolls(target.current);
            const failed = await removal.removeOfOther(reason);
            // By now this menu is gone. Until now, the dialog kept the focus.
            if (failed === undefined) head?.focus();
            return failed;
          }}
        />
      )}
    </>
  );
}

interface AboutPoll {
  readonly poll: PollWire;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function CloseDialog({ poll, opened, onClose }: AboutPoll) {
  const [send] = useClosePollMutation();
  const submit = useSubmission();
  const { run, pending, failure } = useChange(poll, onClose);
  const username = useViewer();
  return (
    <Dialog opened={opened} title="Close this poll now?" returnFocus={false} pending={pending} onClose={onClose}>
      <PollName poll={poll} />
      <p className={classes.consequence}>
        Nobody will be able to vote. The result stays, and the poll can’t be reopened.
      </p>
      <div className="wrap">
        <DestroyButton
          loading={pending}
          onClick={() => void run(() => submit({ pollId: poll._id, username }, send), 'The poll is closed.')}
        >
          Close poll
        </DestroyButton>
        <CancelButton isFocused />
      </div>
      {failure}
    </Dialog>
  );
}

function EditDialog({ poll, opened, onClose }: AboutPoll) {
  const dispatch = useDispatch<Dispatch>();
  const { _id: pollId, communityId } = poll;
  const form = useEdit({
    post: poll,
    valuesOf: ({ questionText, options }: PollWire) =>
      pollFieldsOf(
        questionText,
        options.map(({ text }) => text),
      ),
    check: checkPollFields,
    send: async (values, edition) => {
      const edit = { question: values.questionText.trim(), options: optionTextsOf(values) };
      const outcome = await dispatch(editPost('poll', pollId, edition, edit));
      if (asCallFailure(outcome.error)?.status === 'refused') {
        dispatch(api.util.invalidateTags([tagOf('Polls', communityId)]));
      }
      return outcome;
    },
    onSaved: (saved) => {
      dispatch(enterChanged(saved));
      onClose();
      void showToast('success', 'The poll was saved.');
    },
  });
  return (
    <Dialog
      opened={opened}
      isForm
      title="Edit the poll"
      returnFocus={false}
      isChanged={form.isChanged}
      pending={form.pending}
      onClose={() => {
        form.draft.onDiscard();
        onClose();
      }}
    >
      <form {...form.form} className={classes.form} aria-label="Edit the poll">
        <PollFields form={form} inDialog />
        <DraftNote {...form.draft} />
        {form.failure !== undefined && (
          <Failure title={serverText(form.failure) ?? messages.unknownFailure}>
            {currentOf(form.failure) && form.current && <CurrentPoll poll={form.current} />}
          </Failure>
        )}
        <div className="wrap">
          <Button type="submit" loading={form.pending}>
            Save
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}

/** What somebody else made of the poll meanwhile. */
function CurrentPoll({ poll: { questionText, options } }: { readonly poll: PollWire }) {
  return (
    <>
      <p>
        It now asks: <bdi>{questionText}</bdi>
      </p>
      <ul>
        {options.map(({ _id, text }) => (
          <li key={_id} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      <p>Save to overwrite it with yours.</p>
    </>
  );
}

function PollName({ poll }: { readonly poll: PollWire }) {
  return (
    <p className={classes.named} dir="auto">
      {poll.questionText}
    </p>
  );
}

/** Does a change once it is confirmed, shows the reply and says what was done. */
function useChange({ communityId }: PollWire, onDone: () => void) {
  const dispatch = useDispatch<Dispatch>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef(false);

  async function run(send: () => PromiseLike<Outcome<PollWire>>, done: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setError(undefined);
    const outcome = await send();
    running.current = false;
    setPending(false);
    setError(outcome.error);
    if (!outcome.data) return;
    onDone();
    dispatch(enterChanged(outcome.data));
    dispatch(api.util.invalidateTags([tagOf('Polls', communityId)]));
    void showToast('success', done);
  }

  const failure = error !== undefined && (
    <div className={classes.dialogFailure}>
      <Failure title={serverText(error) ?? messages.unknownFailure} />
    </div>
  );
  return { run, pending, failure };
}
