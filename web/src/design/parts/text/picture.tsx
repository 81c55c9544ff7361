import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../shared/state/store.ts';
import { loadOnDemand } from '../feedback/load-on-demand.ts';
import { layoutOf } from './picture-layout.ts';
import type PictureViewer from './picture-viewer.tsx';
import classes from './file.module.css';

/**
 * A reader may be a moment faster than the right to read, or come back after the session's token
 * has expired: a picture that does not come is asked for again after each of these times, in
 * milliseconds.
 */
const waits = [1_000, 5_000];

/** Makes a call, whose refusal renews the session: that of a picture does not. */
async function renewSession(dispatch: Dispatch): Promise<void> {
  const { filesApi } = await import('../../../shared/files.api.ts');
  await dispatch(filesApi.endpoints.getFileUse.initiate(undefined, { forceRefetch: true, subscribe: false }));
}

function useRetries() {
  const dispatch = useDispatch<Dispatch>();
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const wait = failures > attempt ? waits[attempt] : undefined;
    if (wait === undefined) return;
    void renewSession(dispatch).catch(() => undefined);
    const timer = setTimeout(() => setAttempt(failures), wait);
    return () => clearTimeout(timer);
  }, [attempt, dispatch, failures]);
  return { attempt, isGone: failures > waits.length, onError: () => setFailures(attempt + 1) };
}

/** Enlarges the picture that this button shows. */
const Enlarging = createContext((_button: HTMLElement): void => undefined);

interface Viewing {
  readonly Viewer: typeof PictureViewer;
  readonly opener: HTMLElement;
}

/** A text whose pictures can be enlarged. */
export function WithViewer({ children }: { readonly children: ReactNode }) {
  const [viewing, setViewing] = useState<Viewing>();

  async function view(opener: HTMLElement): Promise<void> {
    const loaded = await loadOnDemand(() => import('./picture-viewer.tsx'));
    if (loaded) setViewing({ Viewer: loaded.default, opener });
  }

  return (
    <Enlarging value={(opener) => void view(opener)}>
      {children}
      {viewing && (
        <viewing.Viewer
          opener={viewing.opener}
          onClose={() => {
            setViewing(undefined);
            // A dialog mounted open can't know what opened it.
            viewing.opener.focus();
          }}
        />
      )}
    </Enlarging>
  );
}

/**
 * A picture of this site in a text. A click enlarges it, unless it is a part of a link. Key it by
 * its id.
 */
export function Picture({
  id,
  alt,
  isInLink,
}: {
  readonly id: string;
  readonly alt: string;
  readonly isInLink: boolean;
}) {
  const { attempt, isGone, onError } = useRetries();
  const enlarge = useContext(Enlarging);
  const layout = layoutOf(id);
  if (isGone) {
    const { width, height } = layout;
    return (
      <span className={classes.gone} style={{ width, aspectRatio: `${width} / ${height}` }}>
        Picture not available{alt !== '' && `: ${alt}`}
      </span>
    );
  }
  const image = (
    <img key={attempt} {...layout} alt={alt || 'Picture'} loading="lazy" decoding="async" onError={onError} />
  );
  if (isInLink) return image;

  return (
    <button
      type="button"
      className={classes.picture}
      data-picture={id}
      data-alt={alt}
      title="Enlarge"
      onClick={({ currentTarget }) => enlarge(currentTarget)}
    >
      {image}
    </button>
  );
}
