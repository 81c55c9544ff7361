import { toneOf } from '../look/tone.ts';
import classes from './person-band.module.css';

/** A strip in somebody's colour, as high as what it is in; decorative. */
export function PersonBand({ username }: { readonly username: string }) {
  return <div className={`toned ${classes.band}`} style={toneOf(username)} aria-hidden />;
}
