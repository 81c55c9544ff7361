import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import { Chip } from '../form/chip.tsx';
import { IconDoorOff, IconLock, IconWorld } from './icons.tsx';

const names: Record<CommunityVisibility, string> = { public: 'Public', private: 'Private' };

/** Shows whether a community is public or private. */
export function VisibilityMark({ visibility }: { readonly visibility: CommunityVisibility }) {
  const Icon = visibility === 'private' ? IconLock : IconWorld;
  return <Chip icon={<Icon size={13} aria-hidden />}>{names[visibility]}</Chip>;
}

/** Shows that a community is closed. */
export function ClosedMark() {
  return <Chip icon={<IconDoorOff size={13} aria-hidden />}>Closed</Chip>;
}
