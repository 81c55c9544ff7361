import { type ReactNode, useEffect, useRef, useState } from 'react';
import PersonCard from '../src/app/shell/person-card.tsx';
import { PostMenu } from '../src/design/parts/post-menu.tsx';
import ReportDialog from '../src/design/parts/report-dialog.tsx';
import classes from './gallery.module.css';

/** What lies above the page while it is open: each is shown alone, by `?group=`. */
export const opened: Readonly<Record<string, () => ReactNode>> = {
  reportDialog: () => <ReportDialog thing={{ type: 'question', id: 'q1' }} onClose={nothing} />,
  postMenu: () => <OpenedMenu />,
  personCard: () => <Card />,
};

const nothing = (): undefined => undefined;

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
