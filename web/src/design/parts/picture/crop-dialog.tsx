import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { type FormEvent, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useAttempts } from '../../../shared/state/hooks/use-attempts.ts';
import { uploadsApi } from '../../../shared/uploads.api.ts';
import { Failure } from '../feedback/failure.tsx';
import { CancelButton, Dialog } from '../overlay/dialog.tsx';
import { cropOf, type Framing, framed, nearest, ratioOf, sentSize, type Size, whole } from './crop.ts';
import classes from './crop-dialog.module.css';

/** Which part of a picture is wanted. */
export interface Wanted {
  /** Width by height; as the picture has it, if absent. */
  readonly ratio?: number;
  /** In pixels: more is not sent. */
  readonly widest: number;
  /** Whether it is shown as a disc. */
  readonly round?: boolean;
  /** The ground behind what is transparent; if absent, that becomes white. */
  readonly ground?: 'light' | 'dark';
}

/** The same once the picture is there. */
type Cut = Wanted & Required<Pick<Wanted, 'ratio'>>;

/** By the keyboard: in parts of the frame, and as a factor. */
const step = 0.05;
const nearer = 1.1;

const moves: Readonly<Record<string, { readonly right?: number; readonly down?: number }>> = {
  ArrowLeft: { right: step },
  ArrowRight: { right: -step },
  ArrowUp: { down: step },
  ArrowDown: { down: -step },
};

/** Draws a part of a picture, as large as the canvas. What is transparent can become white. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { ratio, ground }: Cut, framing: Framing): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { x, y, width, height } = cropOf(picture, ratio, framing);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  if (ground === undefined) context.fillRect(0, 0, canvas.width, canvas.height);
  else context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

/** That part as a file, which says nothing of where and by what it was made. */
async function fileOf(picture: ImageBitmap, cut: Cut, framing: Framing): Promise<File | undefined> {
  const { ratio, widest, ground } = cut;
  const canvas = Object.assign(document.createElement('canvas'), sentSize(cropOf(picture, ratio, framing), widest));
  draw(canvas, picture, cut, framing);
  const [type, ending] = ground === undefined ? ['image/jpeg', 'jpg'] : ['image/png', 'png'];
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  return blob ? new File([blob], `picture.${ending}`, { type: blob.type }) : undefined;
}

/** The picture in a file; null if the browser can't show it. */
function usePictureOf(file: File): ImageBitmap | null | undefined {
  const [picture, setPicture] = useState<ImageBitmap | null>();
  useEffect(() => {
    let isLeft = false;
    let decoded: ImageBitmap | undefined;
    createImageBitmap(file).then(
      (bitmap) => {
        decoded = bitmap;
        if (isLeft) bitmap.close();
        else setPicture(bitmap);
      },
      () => setPicture(null),
    );
    return () => {
      isLeft = true;
      decoded?.close();
    };
  }, [file]);
  return picture;
}

/** Lets somebody choose a part of a picture, and uploads it. */
export default function CropDialog({
  file,
  title,
  wanted,
  onUploaded,
  onClose,
}: {
  readonly file: File;
  readonly title: string;
  readonly wanted: Wanted;
  /** Resolves with why it could not be used, if it could not. */
  readonly onUploaded: (fileId: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const picture = usePictureOf(file);
  const ratio = picture ? ratioOf(picture) : 1;
  const cut = useMemo(() => ({ ratio, ...wanted }), [ratio, wanted]);
  const [framing, setFraming] = useState(whole);
  const [upload] = uploadsApi.endpoints.uploadFile.useMutation();
  const attempts = useAttempts();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<{ readonly text: string }>();
  const pending = progress !== undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!picture || pending) return;
    setFailure(undefined);
    setProgress(0);
    const part = await fileOf(picture, cut, framing);
    const failed = part ? await send(part) : new Error();
    setProgress(undefined);
    if (failed !== undefined) setFailure({ text: serverText(failed) ?? messages.unknownFailure });
  }

  async function send(part: File): Promise<unknown> {
    const sent = JSON.stringify(framing);
    const attempt = attempts.begin(sent);
    const { data, error } = await upload({ file: part, onProgress: setProgress, submissionKey: attempt.key });
    attempts.end(sent, attempt, error);
    return data ? onUploaded(data._id) : error;
  }

  return (
    <Dialog opened isForm title={title} pending={pending} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void save(event)}>
        {picture === null ? (
          <Failure title="This is no picture that your browser can show" detail="Choose a JPEG, PNG, WebP or GIF." />
        ) : (
          <Frame picture={picture} cut={cut} framing={framing} onFraming={setFraming} />
        )}
        {failure && <Failure title="The picture could not be saved" detail={failure.text} />}
        <div className="row">
          {picture !== null && (
            <Button type="submit" loading={pending || !picture}>
              Save
            </Button>
          )}
          <CancelButton isFocused={picture === null} />
          <span role="status" className="hint">
            {pending && `Uploading: ${Math.round(progress * 100)} %`}
          </span>
        </div>
      </form>
    </Dialog>
  );
}

/** What is shown of the picture, and what moves it. */
function Frame({
  picture,
  cut,
  framing,
  onFraming,
}: {
  readonly picture: (ImageBitmap & Size) | undefined;
  readonly cut: Cut;
  readonly framing: Framing;
  readonly onFraming: (framing: Framing) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ratio, widest, round = false, ground } = cut;
  const held = useRef<{ readonly x: number; readonly y: number }>(undefined);
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, cut, framing);
  }, [picture, cut, framing]);

  function change(by: Parameters<typeof framed>[3]): void {
    if (picture) onFraming(framed(picture, ratio, framing, by));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const move = moves[event.key];
    const zoom = { '+': nearer, '=': nearer, '-': 1 / nearer }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') event.currentTarget.closest('form')?.requestSubmit();
    else if (zoom !== undefined) change({ zoom: framing.zoom * zoom });
    else if (move) change(move);
    else return;
    event.preventDefault();
  }

  function onPointerMove({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>): void {
    if (!held.current) return;
    const { clientWidth, clientHeight } = currentTarget;
    change({ right: (held.current.x - x) / clientWidth, down: (held.current.y - y) / clientHeight });
    held.current = { x, y };
  }

  const letGo = (): void => {
    held.current = undefined;
  };

  return (
    <>
      <canvas
        ref={canvas}
        width={widest}
        height={widest / ratio}
        className={classes.frame}
        data-round={round}
        data-ground={ground}
        style={{ colorScheme: ground }}
        data-autofocus
        tabIndex={0}
        role="application"
        aria-label="Part of the picture: arrow keys move it, plus and minus zoom, Enter saves"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onWheel={({ deltaY }) => change({ zoom: framing.zoom * (deltaY < 0 ? nearer : 1 / nearer) })}
      />
      <label className="row">
        Zoom
        <input
          type="range"
          min={1}
          max={nearest}
          step={0.01}
          value={framing.zoom}
          className={classes.zoom}
          aria-valuetext={`${Math.round(framing.zoom * 100)} %`}
          onChange={({ currentTarget }) => change({ zoom: Number(currentTarget.value) })}
        />
      </label>
    </>
  );
}
