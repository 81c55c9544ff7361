import { useEffect, useRef, useState } from 'react';
import { mayHaveHappened } from '../http/call-failure.ts';
import { newSubmissionKey } from '../http/submission-key.ts';

/** What came of one call: where things stand now, or why nobody knows better than before. */
export type Settled<Value> =
  | { readonly status: 'settled'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown };

interface Attempt<Value> {
  readonly from: Value;
  readonly to: Value;
  readonly key: string;
}

/** Tells the server of one change. `from` is what it was when the call was made up: a toggle needs to know. */
export type Change<Value> = (attempt: Attempt<Value>) => Promise<Settled<Value>>;

interface Failed<Value> {
  readonly error: unknown;
  readonly from: Value;
  readonly to: Value;
}

/** Somebody else may switch the same thing (another tab): after so many answers that are not what was asked for, theirs stands. */
const mostMissed = 3;

/** How long an answer stands whatever the store says, in milliseconds; live events of what was before it come within a fraction of that. */
const believedMs = 1_000;

/**
 * A value that its owner switches by hand and the server keeps (a vote, a following). What is wanted is shown at once; however often
 * it is switched meanwhile, one call at a time is under way, and the next one goes only if the answer is not what is wanted by then.
 * After a failure the page shows again what the server last said.
 */
export function useWanted<Value>(server: Value, change: Change<Value>) {
  const [shown, setShown] = useState<{ readonly value: Value; readonly settled: boolean }>();
  const [failed, setFailed] = useState<Failed<Value>>();
  const running = useRef(false);
  const target = useRef<Value>(server);
  const unsettled = useRef<Attempt<Value>>(undefined);

  // The store tells of a change a frame late, and a live event may tell of an older one later still: for a moment the answer stands.
  useEffect(() => {
    if (shown?.settled !== true) return;
    const timer = setTimeout(() => setShown(undefined), believedMs);
    return () => clearTimeout(timer);
  }, [shown]);

  async function settle(): Promise<void> {
    let known = shown ? shown.value : server;
    let missed = 0;
    let failure: Failed<Value> | undefined;
    while (
      failure === undefined &&
      missed < mostMissed &&
      (unsettled.current !== undefined || known !== target.current)
    ) {
      // A call that nobody answered may have been done: asked again under its own key, it is not done twice.
      const attempt: Attempt<Value> = unsettled.current ?? {
        from: known,
        to: target.current,
        key: newSubmissionKey(),
      };
      const outcome = await change(attempt);
      unsettled.current = undefined;
      if (outcome.status === 'settled') {
        known = outcome.value;
        if (known !== attempt.to) missed++;
      } else {
        if (mayHaveHappened(outcome.error)) unsettled.current = attempt;
        failure = { error: outcome.error, from: attempt.from, to: attempt.to };
      }
    }
    setFailed(failure);
    setShown(failure ? undefined : { value: known, settled: true });
  }

  function want(value: Value): void {
    target.current = value;
    setShown({ value, settled: false });
    setFailed(undefined);
    if (running.current) return;
    running.current = true;
    void settle().finally(() => {
      running.current = false;
    });
  }

  return { value: shown ? shown.value : server, want, failed };
}
