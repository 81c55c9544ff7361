import { Button } from '@mantine/core';
import { isVisibility } from '@parlour/contracts/communities/community-checks';
import type { CommunityVisibility, CommunityWire } from '@parlour/contracts/communities/communities';
import { useId, useState } from 'react';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { showUndo } from '../../../design/parts/feedback/toasts.ts';
import { Section } from '../../../design/patterns/section.tsx';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { count } from '../../../shared/text/count.ts';
import { useChangeVisibilityMutation } from '../communities.api.ts';
import classes from '../settings/community-settings.module.css';
import { logRefusal, tellNotUndone } from '../membership/use-membership.ts';

/**
 * Selects a community's visibility. An arrow key is enough for that: making it public, which admits
 * everyone waiting, asks first, and making it private can be undone. Moderators only make it
 * private. Source: decisions C-3.
 */
export function VisibilitySelect({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, name, visibility: stored, pendingCount } = community;
  const owns = community.position === 1;
  const [send] = useChangeVisibilityMutation();

  /** From a toast, when this place may be gone. */
  async function undo(): Promise<void> {
    const { error } = await send({ communityId, visibility: 'public', submissionKey: newSubmissionKey() });
    if (error !== undefined) tellNotUndone();
  }

  const { value, want } = useOptimisticValue<CommunityVisibility>(stored, async ({ to, key }) => {
    const { data, error } = await send({ communityId, visibility: to, submissionKey: key });
    if (data) {
      if (data.visibility === 'private' && owns) void showUndo(`${name} is now private.`, () => void undo());
      return { status: 'settled', value: data.visibility };
    }
    logRefusal(error);
    return { status: 'failed', error };
  });
  const [isAsking, setAsking] = useState(false);
  const heading = useId();
  return (
    <Section id={heading} title="Visibility">
      <div className={classes.visibility}>
        <select
          aria-labelledby={heading}
          aria-describedby={`${heading}-about`}
          className={classes.select}
          value={value}
          onChange={({ currentTarget: { value: wanted } }) => {
            if (wanted === 'public') setAsking(true);
            else if (isVisibility(wanted)) want(wanted);
          }}
        >
          <option value="public" disabled={value === 'private' && !owns}>
            Public
          </option>
          <option value="private">Private</option>
        </select>
        <span id={`${heading}-about`}>
          {value === 'public'
            ? 'Anyone can see its posts and polls, and join.'
            : `Only members can see its posts and polls. ${owns ? 'Make it public, and everyone waiting becomes a member.' : 'Only the owner can make it public.'}`}
        </span>
      </div>
      <Dialog opened={isAsking} title={`Make ${name} public?`} onClose={() => setAsking(false)}>
        <p className={classes.consequence}>
          Anyone can see its posts and polls, and join.
          {pendingCount > 0 &&
            ` ${count(pendingCount, 'person', 'people')} waiting to join will be let in, and stay if it becomes private again.`}
        </p>
        <div className={classes.buttons}>
          <Button
            onClick={() => {
              setAsking(false);
              want('public');
            }}
          >
            Make public
          </Button>
          <CancelButton isFocused />
        </div>
      </Dialog>
    </Section>
  );
}
