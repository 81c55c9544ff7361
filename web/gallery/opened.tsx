import { type ReactNode, useEffect, useRef, useState } from 'react';
import PersonCard from '../src/app/shell/cards/person-card.tsx';
import { CloseCommunityDialog } from '../src/design/parts/overlay/close-community-dialog.tsx';
import DraftDialog from '../src/design/parts/draft/draft-dialog.tsx';
import { HistoryDialog } from '../src/design/parts/editing/history-dialog.tsx';
import CropDialog from '../src/design/parts/picture/crop-dialog.tsx';
import { PostMenu } from '../src/design/parts/post/post-menu.tsx';
import RemoveDialog from '../src/design/parts/post/remove-dialog.tsx';
import ReportDialog from '../src/design/parts/report/report-dialog.tsx';
import classes from './gallery.module.css';
import { hoursAgo } from './samples.ts';

/** What lies above the page while it is open: each is shown alone, by `?group=`. */
export const opened: Readonly<Record<string, () => ReactNode>> = {
  reportDialog: () => <ReportDialog thing={{ type: 'question', id: 'q1' }} onClose={nothing} />,
  closeDialog: () => (
    <CloseCommunityDialog
      opened
      community={{ name: 'Harbour club', visibility: 'private' }}
      pending={false}
      error="The server is busy."
      onConfirm={nothing}
      onCancel={nothing}
    />
  ),
  removeDialog: () => <RemoveDialog kind="answer" onRemove={() => Promise.resolve(undefined)} onClose={nothing} />,
  historyDialog: () => (
    <HistoryDialog
      versions={versions}
      error={undefined}
      onRetry={nothing}
      onRestore={() => Promise.resolve({})}
      onClose={nothing}
    />
  ),
  draftDialog: () => <DraftDialog opened drafts={drafts} onAnswer={nothing} />,
  cropDialog: () => (
    <CropDialog
      file={photo}
      title="Choose what the picture shows"
      wanted={{ ratio: 1, widest: 512, round: true }}
      onUploaded={() => Promise.resolve(undefined)}
      onClose={nothing}
    />
  ),
  cropLogoDialog: () => (
    <CropDialog
      file={clear}
      title="Choose what the dark logo shows"
      wanted={{ widest: 640, ground: 'dark' }}
      onUploaded={() => Promise.resolve(undefined)}
      onClose={nothing}
    />
  ),
  postMenu: () => <OpenedMenu />,
  personCard: () => <Card />,
};

const nothing = (): undefined => undefined;

function pictureOf(base64: string): File {
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'photo.png', {
    type: 'image/png',
  });
}

/** A picture of 16 by 16 pixels. */
const photo = pictureOf(
  [
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAMFBMVEUieCIieKhoeCIieGjZeNmoeJhoeKioeFhoeG',
    'ioeBkieODgeJigeNloeODgeFjgeBltGkyOAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAaklEQVQI12NgYGBS0pw5/z8D',
    'EkMByPgPEZkEEmFmVtZQL697x2BsYNHRDmYYNwMZ70AMi44OsIhhc0doaPRuBkFhsbRUMEMwEcjYDWKIpaWBRKSksn',
    'LPnHFxYVi1au3dO2eOgBi37qKIAACQEDdVn4zJ1QAAAABJRU5ErkJggg==',
  ].join(''),
);

/** One of 6 by 2, whose right half is transparent. */
const clear = pictureOf(
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAACCAQAAADRVGXVAAAAEUlEQVR4nGNo+A+CDBCAzAEAjj0I+/kOb+AAAAAASUVORK5CYII=',
);

const versions = [
  {
    ...{ version: 2, by: 'Freya', at: hoursAgo(2) },
    ...{ title: 'How do you splice a double braid?', text: 'A core that is pulled out too far comes back.' },
    tags: [{ name: 'rope', description: 'Lines of all kinds' }],
  },
  {
    ...{ version: 1, by: 'Freya', at: hoursAgo(3), title: 'How do you splice?' },
    ...{ text: 'A core that is pulled out comes back.', tags: [{ name: 'knots', description: 'Bends and hitches' }] },
  },
];

const drafts = [
  { place: 'question', values: { title: 'Which anchor for mud?', text: '' } },
  { place: 'answer:q1', values: { text: 'Milk the cover back over the core, from the knot to the end.' } },
];

function OpenedMenu() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  const acts = ['Copy link', 'Edit', 'History', 'Report…'].map((label) => ({ label, onClick: nothing }));
  return (
    <p className={classes.middle}>
      <PostMenu ref={button} label="Actions" acts={[...acts, { label: 'Delete', isGrave: true, onClick: nothing }]} />
    </p>
  );
}

/** At a name, as if somebody pointed at it. */
function Card() {
  const [place, setPlace] = useState<DOMRect>();
  return (
    <p className={classes.row}>
      <span ref={(name) => setPlace((before) => before ?? name?.getBoundingClientRect())}>Freya</span>
      {place && <PersonCard username="Freya" place={place} />}
    </p>
  );
}
