import { Room } from '../../features/messaging/room.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** The global room. */
export function MessagingPage() {
  usePageTitle('Global Messages');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Global Messages
        </h1>
      </div>
      <Room />
    </>
  );
}
