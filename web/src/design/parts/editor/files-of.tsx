import type { RefObject } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';
import type { useFileIntake } from './use-file-intake.tsx';

const FileList = lazyPart(async () => (await import('./file-list.tsx')).default);

/** The files of a field's text. They load once there are some. */
export function FilesOf({
  files: { isOn, given, onRemove, onState },
  field,
  text,
}: {
  readonly files: ReturnType<typeof useFileIntake>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
}) {
  if (!isOn || (given.length === 0 && !text.includes('/file/'))) return null;
  return <FileList field={field} text={text} given={given} onRemove={onRemove} onState={onState} />;
}
