import type { CommunityPosition } from '@parlour/contracts/communities/communities';
import { Chip, type ChipTone } from '../../../design/parts/form/chip.tsx';
import { IconBan, IconHourglass, IconShieldCheckFilled, IconStarFilled } from '../../../design/parts/look/icons.tsx';
import { positionNames } from '../membership/permissions.ts';

const looks: Partial<Record<CommunityPosition, { readonly tone: ChipTone; readonly Icon: typeof IconBan }>> = {
  1: { tone: 'brass', Icon: IconStarFilled },
  2: { tone: 'baize', Icon: IconShieldCheckFilled },
  4: { tone: 'danger', Icon: IconBan },
  5: { tone: 'plain', Icon: IconHourglass },
};

/** A role in a word; nothing for people without one. */
export function RoleChip({ position }: { readonly position: CommunityPosition }) {
  const name = positionNames[position];
  if (name === undefined) return null;
  const look = looks[position];
  return (
    <Chip tone={look?.tone ?? 'plain'} icon={look && <look.Icon size={13} aria-hidden />}>
      {name}
    </Chip>
  );
}
