import { signsOf } from '@parlour/contracts/files/file-id';
import type { AdminFileWire } from '@parlour/contracts/files/files';
import { useRef, useState } from 'react';
import { DeleteFileDialog } from '../../design/parts/overlay/delete-file-dialog.tsx';
import { RowMenu } from '../../design/parts/overlay/row-menu.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { sizeText } from '../../shared/text/size.ts';
import { AdminTable } from './admin-table.tsx';
import { useGetAllFilesInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';

/** The files of the site, by size, and what their owners' take; an operator deletes any. */
export function AllFiles() {
  const query = useGetAllFilesInfiniteQuery(undefined, everyVisit);
  const heading = useRef<HTMLHeadingElement>(null);
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<AdminFileWire>();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      id="all-files"
      title="All files"
      about="Largest first. What they show is only for those who may read a post with them."
      heading={heading}
    >
      <AdminTable
        query={query}
        labelledBy="all-files"
        kind={['File', 'files']}
        failed="The files could not be loaded"
        none="There are no files yet."
        row={(file) => <File file={file} />}
        menu={(file) => (
          <RowMenu
            of={file.name}
            acts={[
              {
                label: 'Delete file…',
                isGrave: true,
                onWant: () => {
                  setAsked(file);
                  setAsking(true);
                },
              },
            ]}
          />
        )}
      />
      {asked && (
        <DeleteFileDialog file={asked} isUsed opened={isAsking} row={heading} onClose={() => setAsking(false)} />
      )}
    </Section>
  );
}

function File({ file: { _id, name, size, by, at, total } }: { readonly file: AdminFileWire }) {
  return (
    <div className={classes.person}>
      <bdi className={classes.communityName}>{name}</bdi>
      <span className={classes.facts}>
        {signsOf(_id)?.kind.label}, {sizeText(size)} · <CalendarDate at={at} /> · by <PersonLink username={by} />, whose
        files take {sizeText(total)}
      </span>
    </div>
  );
}
