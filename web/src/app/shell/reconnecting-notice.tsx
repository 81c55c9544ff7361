import { useSelector } from 'react-redux';
import { selectConnection } from '../../shared/state/connection.slice.ts';
import type { State } from '../../shared/state/store-types.ts';
import classes from './reconnecting-notice.module.css';

/** An unobtrusive notice that the page is not live at the moment. */
export function ReconnectingNotice() {
  const lost = useSelector((state: State) => selectConnection(state) === 'lost');
  return (
    <div role="status" className={classes.place}>
      {lost && (
        <span className={classes.notice}>
          <span className={classes.dot} aria-hidden />
          Reconnecting…
        </span>
      )}
    </div>
  );
}
