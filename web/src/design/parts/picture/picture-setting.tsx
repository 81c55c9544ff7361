import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { type ReactNode, useRef, useState } from 'react';
import { useGetFileLimitsQuery } from '../../../shared/files.api.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../feedback/failure.tsx';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { showToast } from '../feedback/toasts.ts';
import { moveFocus } from '../page/move-focus.ts';
import type { Wanted } from './crop-dialog.tsx';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).default);

/** Whether there is anything to set: a picture to remove, or a site that takes files. */
export function usePicturesOn(picture: string | null): boolean {
  return Boolean(useGetFileLimitsQuery().data) || picture !== null;
}

/** Sets or removes a picture, which is shown before its buttons. */
export function PictureSetting({
  kind = 'picture',
  picture,
  wanted,
  onChoose,
  children,
}: {
  readonly kind?: 'picture' | 'banner' | 'logo' | 'dark logo' | 'icon';
  /** The address of the current one, if there is one. */
  readonly picture: string | null;
  readonly wanted: Wanted;
  /** Resolves with why it could not be set, if it could not. */
  readonly onChoose: (fileId: string | null) => Promise<unknown>;
  readonly children?: ReactNode;
}) {
  const { data: allowed } = useGetFileLimitsQuery();
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    // What had it is gone with the dialog.
    button.current?.focus();
    setFile(undefined);
  }

  async function remove(pressed: HTMLElement): Promise<void> {
    setRemoving(true);
    setFailure(undefined);
    const failed = await onChoose(null);
    setRemoving(false);
    setFailure(failed);
    if (failed !== undefined) return;
    // Its button goes.
    moveFocus(pressed, button.current ?? document.querySelector('h1'));
    void showToast('success', `The ${kind} was removed.`);
  }

  return (
    <>
      <div className="row">
        {children}
        {allowed && (
          <Button ref={button} variant="default" onClick={() => chooser.current?.click()}>
            Choose {kind === 'icon' ? 'an' : 'a'} {kind}…
          </Button>
        )}
        {picture !== null && (
          <Button variant="default" loading={removing} onClick={({ currentTarget }) => void remove(currentTarget)}>
            Remove {kind}
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={`A file for the ${kind}`}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {failure !== undefined && (
        <Failure title={`The ${kind} could not be removed`} detail={serverText(failure) ?? messages.unknownFailure} />
      )}
      {file && (
        <CropDialog
          file={file}
          title={`Choose what the ${kind} shows`}
          wanted={wanted}
          onUploaded={async (fileId) => {
            const failed = await onChoose(fileId);
            if (failed !== undefined) return failed;
            close();
            void showToast('success', `The ${kind} was saved.`);
            return undefined;
          }}
          onClose={close}
        />
      )}
    </>
  );
}
