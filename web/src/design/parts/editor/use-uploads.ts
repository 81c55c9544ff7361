import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messages } from '@parlour/contracts/messages';
import type { FileWire } from '@parlour/contracts/files/files';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { uploadsApi } from '../../../shared/uploads.api.ts';
import type { UploadState } from '../form/use-upload-gate.ts';
import type { GivenFile } from './use-file-intake.tsx';

/** How far an upload is; those that have not begun have none. */
export type Upload =
  /** How much of it is sent, from 0 to 1. */
  | { readonly status: 'sending'; readonly sent: number }
  | { readonly status: 'failed'; readonly text: string }
  | { readonly status: 'done' };

/** Uploads the given files, one after the other: in the order in which they come into the text. */
export function useUploads(
  given: readonly GivenFile[],
  on: {
    /** Why a file can't be uploaded, if it can't. */
    readonly check: (file: File) => string | undefined;
    readonly onDone: (file: FileWire) => void;
    readonly onState: (state: UploadState) => void;
    readonly onRemove: (key: string) => void;
  },
) {
  const dispatch = useDispatch<Dispatch>();
  const [uploads, setUploads] = useState<Readonly<Record<string, Upload>>>({});
  const running = useRef<{ readonly key: string; readonly abort: () => void }>(undefined);
  const statuses = given.map(({ key }) => uploads[key]?.status);
  const isSending = statuses.includes('sending');
  const next = isSending ? undefined : given.find(({ key }) => uploads[key] === undefined);
  const state = next || isSending ? 'running' : statuses.includes('failed') ? 'stopped' : 'none';

  function show(key: string, upload: Upload | undefined): void {
    setUploads(({ [key]: _before, ...others }) => (upload ? { ...others, [key]: upload } : others));
  }

  async function send({ key, file }: GivenFile): Promise<void> {
    const fault = on.check(file);
    if (fault !== undefined) return show(key, { status: 'failed', text: fault });
    show(key, { status: 'sending', sent: 0 });
    const onProgress = (sent: number) => show(key, { status: 'sending', sent });
    const upload = uploadsApi.endpoints.uploadFile.initiate({ file, onProgress, submissionKey: key }, { track: false });
    const call = dispatch(upload);
    running.current = { key, abort: () => call.abort() };
    const { data, error } = await call;
    // It was cancelled.
    if (running.current?.key !== key) return;
    running.current = undefined;
    if (data) on.onDone(data);
    show(key, data ? { status: 'done' } : { status: 'failed', text: serverText(error) ?? messages.unknownFailure });
  }

  const begin = useEffectEvent(() => {
    // An effect may run late, after the render that the next one is for.
    if (next && running.current === undefined) void send(next);
  });
  // After the render, as it changes what is shown.
  useEffect(() => queueMicrotask(begin), [next]);
  const tell = useEffectEvent(on.onState);
  // Also when one is taken away: that said for a moment that nobody waits any more.
  useEffect(() => tell(state), [given, state]);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );

  return {
    uploads,
    retry: (key: string) => show(key, undefined),
    cancel: (key: string): void => {
      if (running.current?.key === key) {
        running.current.abort();
        running.current = undefined;
      }
      // Whoever waits for it does not want what it was waiting for.
      on.onState('stopped');
      on.onRemove(key);
      show(key, undefined);
    },
  };
}
