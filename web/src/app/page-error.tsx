import { messages } from '@parlour/contracts/messages';
import { Failure } from '../shared/parts/failure.tsx';
import classes from './session-guard.module.css';

/** A page that broke or could not be loaded (a new version has replaced its files): loading anew mends both. */
export function PageError() {
  return (
    <div className={classes.centre}>
      <Failure
        title="This page could not be shown"
        detail={messages.unknownFailure}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </div>
  );
}
