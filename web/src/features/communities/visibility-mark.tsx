import { IconLock, IconWorld } from '@tabler/icons-react';
import type { CommunityVisibility } from '@parlour/contracts/communities';
import classes from './visibility-mark.module.css';

const names: Record<CommunityVisibility, string> = { public: 'Public', private: 'Private' };

/** Shows whether a community is public or private. */
export function VisibilityMark({ visibility }: { readonly visibility: CommunityVisibility }) {
  const Icon = visibility === 'private' ? IconLock : IconWorld;
  return (
    <span className={classes.mark} data-visibility={visibility}>
      <Icon size={13} aria-hidden />
      {names[visibility]}
    </span>
  );
}
