import { isVisibility } from '@parlour/contracts/community-checks';
import type { CommunityVisibility, CommunityWire } from '@parlour/contracts/communities';
import { useId } from 'react';
import { useOptimisticValue } from '../../shared/state/use-optimistic-value.ts';
import { useChangeVisibilityMutation } from './communities.api.ts';
import classes from './community-settings.module.css';
import { logRefusal } from './use-membership.ts';

/** Selects a community's visibility. */
export function VisibilitySelect({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, visibility: stored } = community;
  const [send] = useChangeVisibilityMutation();
  const { value, want } = useOptimisticValue<CommunityVisibility>(stored, async ({ to, key }) => {
    const { data, error } = await send({ communityId, visibility: to, submissionKey: key });
    if (data) return { status: 'settled', value: data.visibility };
    logRefusal(error);
    return { status: 'failed', error };
  });
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        Visibility
      </h2>
      <div className={classes.visibility}>
        <select
          aria-labelledby={heading}
          aria-describedby={`${heading}-about`}
          className={classes.select}
          value={value}
          onChange={({ currentTarget: { value: wanted } }) => {
            if (isVisibility(wanted)) want(wanted);
          }}
        >
          <option value="public">Public</option>
          <option value="private">Private</option>
        </select>
        <span id={`${heading}-about`}>
          {value === 'public'
            ? 'Anyone can see its posts and polls, and join.'
            : 'Only members can see its posts and polls. Make it public, and everyone waiting becomes a member.'}
        </span>
      </div>
    </section>
  );
}
