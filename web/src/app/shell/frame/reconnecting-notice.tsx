import { useSelector } from 'react-redux';
import { selectConnection } from '../../../shared/state/connection.slice.ts';
import type { State } from '../../../shared/state/store.ts';

/** An unobtrusive notice that the page is not live at the moment. */
export function ReconnectingNotice() {
  const connection = useSelector((state: State) => selectConnection(state));
  return (
    // The attribute tells tests whether what happens now will be announced.
    <div role="status" className="reconnecting" data-connection={connection}>
      {connection === 'lost' && 'Reconnecting…'}
    </div>
  );
}
