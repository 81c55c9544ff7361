import { Link } from 'react-router';
import { IconLink } from '../look/icons.tsx';
import { shareAddress } from '../page/share.ts';
import classes from './permalink.module.css';

/** The address of a post on this page; a click copies it, or shares it on a phone. */
export function Permalink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link
      to={to}
      className={classes.permalink}
      aria-label={label}
      title={label}
      onClick={(event) => {
        // Still a link: it opens in a new tab as any other does.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void shareAddress(event.currentTarget.href);
      }}
    >
      <IconLink size={16} aria-hidden />
    </Link>
  );
}
