import { Button } from '@mantine/core';
import type { VersionWire } from '@parlour/contracts/qa/qa';
import { diffWords } from 'diff';
import { useMemo, useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { Collapsed } from '../post/collapsed.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { Failure } from '../feedback/failure.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { RelativeTime } from '../text/relative-time.tsx';
import { showToast } from '../feedback/toasts.ts';
import classes from './history-dialog.module.css';

/** A version of a text; of the first one of a tag it is not said who wrote it and when. */
export type Version = Omit<VersionWire, 'by' | 'at'> & {
  readonly by: VersionWire['by'] | null;
  readonly at: VersionWire['at'] | null;
};

/** The versions of a post, the newest first, each with what changed in it. */
export function HistoryDialog<Of extends Version, Post>({
  versions,
  error,
  onRetry,
  onRestore,
  onRestored,
  onClose,
}: {
  /** Undefined while they are loaded. */
  readonly versions: readonly Of[] | undefined;
  readonly error: unknown;
  /** Loads them again; its promise is awaited. */
  readonly onRetry: () => unknown;
  /** For people who may edit the post; resolves with the restored post, or with the error. */
  readonly onRestore?: ((version: Of, submissionKey: string) => Promise<Outcome<Post>>) | undefined;
  readonly onRestored?: ((post: Post) => void) | undefined;
  readonly onClose: () => void;
}) {
  const [restored, setRestored] = useState<Of>();

  async function restore(version: Of, send: NonNullable<typeof onRestore>): Promise<void> {
    setRestored(version);
    const { data, error: failure } = await send(version, newSubmissionKey());
    if (data) {
      onRestored?.(data);
      onClose();
    } else void showToast('error', serverText(failure) ?? 'Your changes could not be saved');
    setRestored(undefined);
  }

  return (
    <Dialog opened title="History" atTop onClose={onClose}>
      {error !== undefined && (
        <Failure title="The history could not be loaded" detail={serverText(error)} onRetry={onRetry} />
      )}
      <ol aria-label="Versions" aria-busy={!versions && error === undefined}>
        {versions?.map((version, place) => (
          <li key={version.version} className={classes.version}>
            <p className={classes.by}>
              <strong>Version {version.version}</strong>{' '}
              {version.by === null ? originOf(version) : <PersonLink username={version.by} />}{' '}
              {version.at !== null && <RelativeTime at={version.at} />}
            </p>
            <Collapsed by={version.by ?? ''}>
              <Difference label="Title" before={versions[place + 1]?.title} after={version.title} />
              <Difference before={versions[place + 1]?.text} after={version.text} />
              <Difference label="Tags" before={tagsOf(versions[place + 1])} after={tagsOf(version)} />
            </Collapsed>
            {onRestore && place > 0 && (
              <Button
                size="xs"
                variant="default"
                loading={version === restored}
                disabled={restored !== undefined}
                onClick={() => void restore(version, onRestore)}
              >
                Restore this version
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** Where a version without an author comes from: others are from before the viewer could see it. */
function originOf({ version }: Version): string {
  return version === 1 ? 'Added with the first question' : 'From before you could see this tag';
}

function tagsOf(version: Version | undefined): string | undefined {
  return version?.tags?.map(({ name }) => name).join(' ');
}

/** Comparing takes quadratic time: two long texts that differ everywhere would block the page. */
const comparingMs = 100;

/** A text, with the words that came and went. */
function Difference({
  label,
  before,
  after,
}: {
  readonly label?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}) {
  const parts = useMemo(
    () => (after === undefined ? [] : diffWords(before ?? after, after, { timeout: comparingMs })),
    [before, after],
  );
  if (after === undefined) return null;
  return (
    <p className={classes.text} dir="auto">
      {label !== undefined && <span className="soft">{label}: </span>}
      {!parts && <span className={classes.note}>Too long to compare with the previous version.</span>}
      {(parts ?? [{ value: after, added: false, removed: false }]).map(({ value, added, removed }, index) =>
        added ? (
          <ins key={index}>{value}</ins>
        ) : removed ? (
          <del key={index}>{value}</del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  );
}
