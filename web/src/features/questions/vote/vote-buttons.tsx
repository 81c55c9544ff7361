import type { Vote } from '@parlour/contracts/qa/qa';
import type { ReactNode } from 'react';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconCaretDownFilled, IconCaretUpFilled } from '../../../design/parts/look/icons.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { type Settled, useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { digits } from '../../../shared/text/count.ts';
import { netAfter } from './voting.ts';
import classes from './vote-buttons.module.css';

/** The button that changes one vote into another: taking a vote back means pressing it again. */
function buttonFor(from: Vote | null, to: Vote | null): Vote {
  return to ?? from ?? 'up';
}

/** What stands beside a post. In a grid, a failure takes the row above. */
export function BesidePost({ failure, children }: { readonly failure: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <div className={classes.box}>{children}</div>
      {failure && <div className={classes.failed}>{failure}</div>}
    </>
  );
}

/** Vote up, net count, vote down: of any post. */
export function VoteButtons({
  names,
  failures,
  net,
  stored,
  press,
  refusal,
  failure,
  children,
}: {
  readonly names: Readonly<Record<Vote | 'group', string>>;
  /** The heading of an error. */
  readonly failures: Readonly<Record<Vote, string>>;
  readonly net: number;
  /** The viewer's vote as the server has it. */
  readonly stored: Vote | null;
  /** Presses a button on the server; the outcome is the vote from then on. */
  readonly press: (vote: Vote, key: string) => Promise<Settled<Vote | null>>;
  /** Why the viewer can't vote on this post. */
  readonly refusal?: string | undefined;
  /** Shown below the error of a failed vote. */
  readonly failure?: ReactNode;
  /** Shown with the votes, below them. */
  readonly children?: ReactNode;
}) {
  const { value, want, failed } = useOptimisticValue<Vote | null>(stored, ({ from, to, key }) =>
    press(buttonFor(from, to), key),
  );

  function button(vote: Vote) {
    const Caret = vote === 'up' ? IconCaretUpFilled : IconCaretDownFilled;
    return (
      <button
        type="button"
        aria-label={names[vote]}
        title={refusal ?? names[vote]}
        aria-pressed={value === vote}
        className={classes.vote}
        disabled={refusal !== undefined}
        onClick={() => {
          want(value === vote ? null : vote);
        }}
      >
        <Caret size={26} aria-hidden />
      </button>
    );
  }

  return (
    <BesidePost
      failure={
        (failed || failure) && (
          <>
            {failed && (
              <Failure title={failures[buttonFor(failed.from, failed.to)]} detail={serverText(failed.error)} />
            )}
            {failure}
          </>
        )
      }
    >
      <div role="group" aria-label={names.group} className={classes.votes}>
        {button('up')}
        <span className={classes.net}>{digits(netAfter(net, stored, value))}</span>
        {button('down')}
      </div>
      {children}
    </BesidePost>
  );
}
