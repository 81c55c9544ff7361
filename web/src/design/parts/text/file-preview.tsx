import { addressOfFile, pictureIn, signsOf } from '@parlour/contracts/files/file-id';
import { previewWidthsOf } from '@parlour/contracts/files/file-kinds';
import { IconPaperclip } from '../look/icon-paperclip.tsx';
import classes from './file-preview.module.css';

/** A small square for a file: a picture itself, or the mark of a file. */
export function FilePreview({ id }: { readonly id: string }) {
  if (pictureIn(addressOfFile(id)) === undefined) {
    return (
      <span className={classes.preview}>
        <IconPaperclip size={20} aria-hidden />
      </span>
    );
  }
  const [narrowest] = previewWidthsOf(signsOf(id)?.width ?? 0);
  return <img src={addressOfFile(id, narrowest)} alt="" loading="lazy" className={classes.preview} />;
}
