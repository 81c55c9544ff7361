import classes from './avatar.module.css';
import { Face } from '../look/face.tsx';
import { toneOf } from '../look/tone.ts';
import { type FaceAddress, useFace } from '../../../shared/state/faces.ts';

/** 24, 32, 40, 72 or 112 pixels. */
export type AvatarSize = 's' | 'm' | 'l' | 'xl' | 'xxl';

export interface AvatarProps {
  readonly username: string;
  /** Where a row says it. */
  readonly picture?: FaceAddress | undefined;
  readonly size?: AvatarSize;
}

/**
 * Somebody's picture, or the first letter of their name on a disc in a colour derived from it until
 * the picture is there. Decorative: the name stands beside it.
 */
export function Avatar({ username, picture, size = 'l' }: AvatarProps) {
  return (
    <span className={`toned ${classes.disc}`} style={toneOf(username)} data-size={size} aria-hidden>
      {Array.from(username)[0]?.toUpperCase()}
      <Face address={useFace(username, picture)} />
    </span>
  );
}

/** A strip in somebody's colour, as high as what it is in; decorative. */
export function PersonBand({ username }: { readonly username: string }) {
  return <div className={`toned ${classes.band}`} style={toneOf(username)} aria-hidden />;
}

/** The first few of several people, overlapping; how many there are stands beside it. */
export function Avatars({
  usernames,
  size = 's',
}: {
  readonly usernames: readonly string[];
  readonly size?: AvatarSize;
}) {
  return (
    <span className={classes.several} aria-hidden>
      {usernames.map((username) => (
        <Avatar key={username} username={username} size={size} />
      ))}
    </span>
  );
}
