import { deletedUserName } from '@parlour/contracts/limits';
import { useIsOnline } from '../../../shared/state/online.ts';
import { Avatar, type AvatarProps } from './avatar.tsx';
import classes from './online-avatar.module.css';

interface PersonProps {
  readonly username: string;
}

/** An avatar with a dot while its person is online. */
export function OnlineAvatar(avatar: AvatarProps) {
  return (
    <span className={classes.place} data-size={avatar.size ?? 'l'}>
      <Avatar {...avatar} />
      <OnlineMark username={avatar.username} />
    </span>
  );
}

interface MarkProps extends PersonProps {
  /** Screen readers read it instead of the dot. */
  readonly word?: string | undefined;
}

/** A dot while a person is online. */
export function OnlineMark({ username, word }: MarkProps) {
  return username === deletedUserName || username === '' ? null : <Mark username={username} word={word} />;
}

function Mark({ username, word }: MarkProps) {
  if (!useIsOnline(username)) return null;
  return <OnlineDot word={word} />;
}

/** The dot itself, and its word. */
function OnlineDot({ word = 'Online' }: Pick<MarkProps, 'word'>) {
  return (
    <span className={classes.dot} title="Online">
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
