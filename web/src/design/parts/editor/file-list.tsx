import { Button, TextInput } from '@mantine/core';
import type { FileWire } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { type RefObject, useState } from 'react';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { sizeText } from '../../../shared/text/size.ts';
import { useDescribeFileMutation } from '../../../shared/uploads.api.ts';
import type { UploadState } from '../form/use-upload-gate.ts';
import { IconButton } from '../look/icon-button.tsx';
import { IconX } from '../look/icons.tsx';
import { FilePreview } from '../text/file-preview.tsx';
import { describing, insertion, markdownOf, picturesIn, removing, type WrittenPicture } from './file-edit.ts';
import { applyChange, replaceIn } from './markdown-edit.ts';
import { useGetFileLimitsQuery } from '../../../shared/files.api.ts';
import { uploadFault } from './upload-checks.ts';
import type { GivenFile } from './use-file-intake.tsx';
import { type Upload, useUploads } from './use-uploads.ts';
import classes from './file-list.module.css';

interface FileListProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** What is in the field. */
  readonly text: string;
  readonly given: readonly GivenFile[];
  readonly onState: (state: UploadState) => void;
  /** Takes one away from those that are given. */
  readonly onRemove: (key: string) => void;
}

/** The files that come into a text, and the words for the pictures that are in it. */
export default function FileList({ field, text, given, onState, onRemove }: FileListProps) {
  const { data: allowed } = useGetFileLimitsQuery();
  const [said, setSaid] = useState('');

  function insert(file: FileWire): void {
    const { current } = field;
    if (!current) return;
    const change = insertion(current.value, current.selectionEnd, markdownOf(file));
    if (document.activeElement === current) applyChange(current, change);
    else {
      replaceIn(current, [change]);
      current.setSelectionRange(...change.select);
    }
    setSaid(`${file.name} is in the text.`);
  }

  const { uploads, retry, cancel } = useUploads(given, {
    check: (file) => (allowed ? uploadFault(file, field.current?.value ?? '', allowed) : undefined),
    onDone: insert,
    onState,
    onRemove,
  });
  const underWay = given.filter(({ key }) => uploads[key]?.status !== 'done');
  const pictures = picturesIn(text);
  return (
    <>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {underWay.length + pictures.length > 0 && (
        <ul className={classes.list} aria-label="Files">
          {pictures.map((picture, at) => (
            <PictureRow key={picture.id} picture={picture} number={at + 1} field={field} />
          ))}
          {underWay.map(({ key, file }) => (
            <UploadRow
              key={key}
              file={file}
              upload={uploads[key]}
              onRetry={() => retry(key)}
              onCancel={() => {
                cancel(key);
                field.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** How much is sent; undefined once all of it is, and the server looks at it. */
function sentOf(upload: Upload | undefined): number | undefined {
  if (upload?.status !== 'sending') return 0;
  return upload.sent === 1 ? undefined : upload.sent;
}

function UploadRow({
  file: { name, size },
  upload,
  onRetry,
  onCancel,
}: {
  readonly file: File;
  readonly upload: Upload | undefined;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}) {
  const isFailed = upload?.status === 'failed';
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <bdi>{name}</bdi> <span className="soft">{sizeText(size)}</span>
        {isFailed ? (
          <span role="alert" className="danger">
            {upload.text}
          </span>
        ) : (
          <progress aria-label={`Upload of ${name}`} className={classes.progress} value={sentOf(upload)} />
        )}
      </span>
      {isFailed && (
        <Button size="xs" variant="default" aria-label={`Try ${name} again`} onClick={onRetry}>
          Try again
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={`${isFailed ? 'Remove' : 'Cancel'} ${name}`} onClick={onCancel}>
        {isFailed ? 'Remove' : 'Cancel'}
      </Button>
    </li>
  );
}

/** What describes a picture stands in the text: changing it changes the text. */
function PictureRow({
  picture: { id, alt },
  number,
  field,
}: {
  readonly picture: WrittenPicture;
  readonly number: number;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const [describe] = useDescribeFileMutation();
  const submit = useSubmission();
  const [described, setDescribed] = useState(alt);

  function keep(): void {
    if (alt === described) return;
    setDescribed(alt);
    // The text has it: if it is not kept with the file, nobody misses it.
    void submit({ fileId: id, alt }, describe);
  }

  return (
    <li className={classes.row}>
      <FilePreview id={id} />
      <TextInput
        size="sm"
        aria-label={`What picture ${number} shows`}
        placeholder="What it shows, for people who can’t see it"
        maxLength={limits.fileAltLength}
        value={alt}
        className={classes.words ?? ''}
        onChange={({ currentTarget: { value } }) => {
          if (field.current) replaceIn(field.current, describing(field.current.value, { id, alt: value }));
        }}
        onBlur={keep}
      />
      <IconButton
        label={`Remove picture ${number}`}
        icon={IconX}
        onClick={() => {
          if (!field.current) return;
          replaceIn(field.current, removing(field.current.value, id));
          field.current.focus();
        }}
      />
    </li>
  );
}
