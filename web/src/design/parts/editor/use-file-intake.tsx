import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useGetFileLimitsQuery } from '../../../shared/files.api.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import type { UploadState } from '../form/use-upload-gate.ts';

/** A file that somebody wants in a text, and the key of its upload. */
export interface GivenFile {
  readonly key: string;
  readonly file: File;
}

const hasFiles = ({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** A file that misses the field would take the place of the page, with the text in it. */
function useNoDropBeside(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    document.addEventListener('dragover', keepPage);
    document.addEventListener('drop', keepPage);
    return () => {
      document.removeEventListener('dragover', keepPage);
      document.removeEventListener('drop', keepPage);
    };
  }, [isOn]);
}

/** Takes files for a text: chosen, pasted or dropped. Off where the site takes none. */
export function useFileIntake(readOnly: boolean, onState: (state: UploadState) => void) {
  const isOn = Boolean(useGetFileLimitsQuery().data);
  const [given, setGiven] = useState<readonly GivenFile[]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  useNoDropBeside(isOn);

  function give(files: FileList | null | undefined): boolean {
    const all = [...(files ?? [])];
    if (!isOn || readOnly || all.length === 0) return false;
    onState('running');
    setGiven((before) => [...before, ...all.map((file) => ({ key: newSubmissionKey(), file }))]);
    return true;
  }

  const chooserElement: ReactNode = isOn && (
    <input
      ref={chooser}
      type="file"
      multiple
      hidden
      aria-label="Pictures or files to add"
      onChange={({ currentTarget }) => {
        give(currentTarget.files);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );

  return {
    isOn,
    given,
    onState,
    chooser: chooserElement,
    onChoose: isOn ? () => chooser.current?.click() : undefined,
    onRemove: (key: string) => setGiven((before) => before.filter((one) => one.key !== key)),
    onPaste: (event: ClipboardEvent): void => {
      const { types, files } = event.clipboardData;
      // Of cells and formatted text, programs also copy a picture.
      const isText = types.includes('text/html') && types.includes('text/plain');
      if (!isText && give(files)) event.preventDefault();
    },
    dropTarget: isOn && {
      'data-dropping': isOver || undefined,
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (give(event.dataTransfer.files)) event.preventDefault();
      },
    },
  };
}
