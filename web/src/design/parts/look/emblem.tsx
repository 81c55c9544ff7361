import classes from './emblem.module.css';
import { Face } from './face.tsx';
import { toneOf } from './tone.ts';

/** 24, 32, 44 or 72 pixels. */
export type EmblemSize = 's' | 'm' | 'l' | 'xl';

/** The first letter or digit of each of the first two words; else the first character. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const initials = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []).slice(0, 2);
  return (initials.join('') || (Array.from(name.trim())[0] ?? '')).toUpperCase();
}

/**
 * A community's picture, or until it is there its initials on a square in a colour derived from its
 * name, as people have discs. Decorative: the name stands beside it.
 */
export function Emblem({
  name,
  picture = null,
  size = 'l',
}: {
  readonly name: string;
  /** The address of its picture; null if it has none. */
  readonly picture?: string | null;
  readonly size?: EmblemSize;
}) {
  return (
    <span className={`toned ${classes.square}`} style={toneOf(name)} data-size={size} aria-hidden>
      {initialsOf(name)}
      <Face address={picture} />
    </span>
  );
}
