import { Button, Textarea } from '@mantine/core';
import { checkBiography, lengthOf } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useRef, useState } from 'react';
import { EditForm } from '../../design/parts/editing/edit-form.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { focusEnd } from '../../design/parts/page/move-focus.ts';
import { useForm } from '../../design/parts/form/use-form.ts';
import { charactersLeft } from '../../shared/text/count.ts';
import { useUpdateBiographyMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Below this many remaining characters, show a counter. */
const countedFrom = 200;

/** A person's biography as plain text, which its owner can edit. */
export function Biography({
  username,
  biography,
  own,
}: {
  readonly username: string;
  readonly biography: string;
  readonly own: boolean;
}) {
  const [editing, setEditing] = useState(false);
  const notice = useTimedNotice();
  const edit = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  useEffect(() => {
    if (editing || !returning.current) return;
    returning.current = false;
    edit.current?.focus();
  }, [editing]);
  const close = () => {
    returning.current = true;
    setEditing(false);
  };
  return (
    <section className={classes.card} aria-labelledby="biography">
      <div className={classes.cardHead}>
        <h2 id="biography" className={classes.cardTitle}>
          Biography
        </h2>
        <TimedNotice text={notice.text} />
        {own && !editing && (
          <Button
            ref={edit}
            size="xs"
            variant="default"
            aria-label="Edit your biography"
            onClick={() => {
              notice.clear();
              setEditing(true);
            }}
          >
            Edit
          </Button>
        )}
      </div>
      {editing ? (
        <BiographyForm
          username={username}
          biography={biography}
          onCancel={close}
          onSaved={() => {
            close();
            notice.say(messages.biographyDone);
          }}
        />
      ) : biography === '' ? (
        <p className="soft">{own ? 'Tell others a little about yourself.' : 'No biography yet.'}</p>
      ) : (
        <p className={classes.biography} dir="auto">
          {biography}
        </p>
      )}
    </section>
  );
}

function BiographyForm({
  username,
  biography,
  onSaved,
  onCancel,
}: {
  readonly username: string;
  readonly biography: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}) {
  const [update] = useUpdateBiographyMutation();
  const form = useForm({
    initial: { biography },
    draft: 'biography',
    check: (values) => ({ biography: checkBiography(values.biography.trim())?.text }),
    send: async (values, { key }) => {
      const { error } = await update({ username, biography: values.biography.trim(), submissionKey: key });
      if (error === undefined) onSaved();
      return error;
    },
  });
  const left = limits.biographyLength - lengthOf(form.values.biography.trim());
  return (
    <EditForm label="Biography" form={form} failed={messages.biographyFailed} onCancel={onCancel}>
      <Textarea
        {...form.field('biography')}
        aria-label="Biography"
        description={left <= countedFrom ? charactersLeft(left) : undefined}
        rows={6}
        resize="vertical"
        size="md"
        ref={focusEnd}
      />
    </EditForm>
  );
}
