import { useRef } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { IconChevronDown } from '../../../design/parts/look/icons.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useLazy } from '../use-lazy.ts';
import header from './header.module.css';

export const loadProfileCard = () => import('../cards/profile-card.tsx');

/** My avatar, which links to my profile, and a button that opens what else is mine. */
export function ProfileMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const viewer = useViewer();
  const button = useRef<HTMLButtonElement>(null);
  const { Shown, opener, close } = useLazy(loadProfileCard);
  return (
    <span className={header.profile}>
      <Link
        to={`/user/${encodeURIComponent(viewer)}`}
        className={header.icon}
        aria-label="Your profile"
        title={`Your profile (${viewer})`}
      >
        <Avatar username={viewer} size="m" />
      </Link>
      <button ref={button} type="button" className={header.more} aria-label="Your menu" title="Your menu" {...opener}>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {Shown && <Shown button={button} onClose={close} onShortcuts={onShortcuts} />}
    </span>
  );
}
