import { messages } from '@parlour/contracts/messages';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import classes from './message-history.module.css';

/**
 * Says that older messages could not be loaded. It stands beside the log, where it would be read
 * out as a message.
 */
export function OlderFailure({ error }: { readonly error: unknown }) {
  return (
    <div className={classes.failure}>
      <Failure title={messages.messagesFailed} detail={serverText(error)} />
    </div>
  );
}
