import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { addressOfFile, signsOf } from '@parlour/contracts/files/file-id';
import { useState } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../look/icons.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { hasModifier } from '../page/keys.ts';
import { layoutOf } from './picture-layout.ts';
import classes from './picture-viewer.module.css';

/** A picture that can be looked at. */
export interface ViewedPicture {
  readonly id: string;
  readonly alt: string;
}

/** The pictures of a text, one at a time and large; arrow keys lead from one to the next. */
export default function PictureViewer({
  pictures,
  first,
  onClose,
}: {
  readonly pictures: readonly ViewedPicture[];
  /** Which one is shown at first. */
  readonly first: number;
  readonly onClose: () => void;
}) {
  const [at, setAt] = useState(first);
  const picture = pictures[at];

  function step(by: number): void {
    setAt((now) => (now + by + pictures.length) % pictures.length);
  }

  useWindowEvent('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || hasModifier(event)) return;
    event.preventDefault();
    step(document.dir === 'rtl' ? -by : by);
  });

  if (!picture) return null;
  const { id, alt } = picture;
  const { width, height } = signsOf(id) ?? {};
  return (
    <Dialog opened isWide title={alt || 'Picture'} onClose={onClose}>
      <img
        key={id}
        src={addressOfFile(id)}
        srcSet={layoutOf(id).srcSet}
        sizes="100vw"
        width={width}
        height={height}
        alt={alt || 'Picture'}
        className={classes.picture}
      />
      <div className={classes.foot}>
        {pictures.length > 1 && (
          <>
            <IconButton label="Previous picture" icon={IconChevronLeft} onClick={() => step(-1)} />
            <span role="status">
              {at + 1} of {pictures.length}
            </span>
            <IconButton label="Next picture" icon={IconChevronRight} onClick={() => step(1)} />
          </>
        )}
        <Button component="a" href={addressOfFile(id)} download variant="default" size="xs">
          Download
        </Button>
      </div>
    </Dialog>
  );
}
