import { addressOfFile, signsOf } from '@parlour/contracts/files/file-id';
import type { ReactNode } from 'react';
import { sizeText } from '../../../shared/text/size.ts';
import { IconPaperclip } from '../look/icon-paperclip.tsx';
import classes from './file.module.css';

/** A file of this site in a text: its name, kind and size, known from its id; it is downloaded. */
export function FileChip({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const signs = signsOf(id);
  if (!signs) return <>{children}</>;
  const { kind, width, height, size } = signs;
  const address = addressOfFile(id);
  const Player = kind.shownAs === 'audio' || kind.shownAs === 'video' ? kind.shownAs : undefined;
  return (
    <>
      <a className={classes.file} href={address} download>
        <IconPaperclip size={16} aria-hidden />
        <span>{children}</span>
        <span className="soft">
          {kind.label}, {kind.shownAs === 'image' ? `${width} × ${height}` : sizeText(size)}
        </span>
      </a>
      {Player && <Player className={classes.player} src={address} controls preload="metadata" />}
    </>
  );
}
