import { addressOfFile, signsOf } from '@parlour/contracts/files/file-id';
import type { OwnFileWire } from '@parlour/contracts/files/files';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { DeleteFileDialog } from '../../design/parts/overlay/delete-file-dialog.tsx';
import { DestroyButton } from '../../design/parts/overlay/destroy-button.tsx';
import { FilePreview } from '../../design/parts/text/file-preview.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { sizeText } from '../../shared/text/size.ts';
import classes from './files.module.css';

type Use = OwnFileWire['uses'][number];

const places: Readonly<Record<Use['type'], string>> = {
  question: 'Question',
  answer: 'Answer',
  comment: 'Comment',
  message: 'Message',
  person: 'Profile',
  community: 'Community',
  report: 'Report',
  site: 'Logo or icon of this site',
};

/** One of the viewer's files: what it is, where it is used, and the way to delete it. */
export function FileRow({ file }: { readonly file: OwnFileWire }) {
  const { _id, name, size, at, uses } = file;
  const [asking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} className={classes.row}>
      <FilePreview id={_id} />
      <div className={classes.words}>
        <a href={addressOfFile(_id)} download>
          <bdi>{name}</bdi>
        </a>
        <div className={classes.facts}>
          <span>
            {signsOf(_id)?.kind.label}, {sizeText(size)}
          </span>
          <RelativeTime at={at} />
        </div>
        <div className={classes.facts}>
          {uses.length === 0 ? 'In no text' : uses.map((use) => <UseLink key={use.id} use={use} />)}
        </div>
      </div>
      <DestroyButton variant="default" size="xs" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </DestroyButton>
      <DeleteFileDialog
        file={file}
        isUsed={uses.length > 0}
        opened={asking}
        row={row}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function UseLink({ use: { type, title, url } }: { readonly use: Use }) {
  const words = title === '' ? places[type] : `${places[type]}: ${title}`;
  if (url !== null) return <Link to={url}>{words}</Link>;
  // A report has no page of its own.
  return <span>{type === 'report' ? words : `${words} (deleted)`}</span>;
}
