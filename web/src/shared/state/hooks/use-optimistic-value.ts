import { useEffect, useRef, useState } from 'react';
import { hasUnknownOutcome } from '../../http/call-failure.ts';
import { newSubmissionKey } from '../../http/submission-key.ts';

/** The outcome of a call: the new value, or why it is unknown. */
export type Settled<Value> =
  | { readonly status: 'settled'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown };

interface Attempt<Value> {
  readonly from: Value;
  readonly to: Value;
  readonly key: string;
}

/** Sends a change to the server. `from` is the value when the call was made: a toggle needs it. */
export type Change<Value> = (attempt: Attempt<Value>) => Promise<Settled<Value>>;

interface Failed<Value> {
  readonly error: unknown;
  readonly from: Value;
  readonly to: Value;
}

/**
 * Another tab may switch the same value. After this many replies with another value than requested,
 * that one stands.
 */
const mostMismatches = 3;

/**
 * How long a reply overrides the store, in milliseconds; late events with an older value arrive
 * within a fraction of that.
 */
const replyStandsMs = 1_000;

/**
 * A value that the viewer toggles and the server stores (a vote, a follow). The wanted value is
 * shown at once. However often it is toggled, there is one call at a time, and the next one is sent
 * only if the reply is not what is wanted by then. After a failure, the page shows the server's
 * last value again, from a reply if the store may not have that yet. A call that sets the value,
 * whatever it was, needs no repetition: its first mismatch stands.
 */
export function useOptimisticValue<Value>(
  server: Value,
  change: Change<Value>,
  { maxMismatches = mostMismatches }: { readonly maxMismatches?: number } = {},
) {
  const [shown, setShown] = useState<{ readonly value: Value; readonly settled: boolean }>();
  const [failed, setFailed] = useState<Failed<Value>>();
  const running = useRef(false);
  const target = useRef<Value>(server);
  const unsettled = useRef<Attempt<Value>>(undefined);

  // The store follows a frame later, and a live event may bring an older value later still, so the
  // reply stands for a moment.
  useEffect(() => {
    if (shown?.settled !== true) return;
    const timer = setTimeout(() => setShown(undefined), replyStandsMs);
    return () => clearTimeout(timer);
  }, [shown]);

  async function settle(): Promise<void> {
    let known = shown ? shown.value : server;
    let isReply = shown !== undefined;
    let missed = 0;
    let failure: Failed<Value> | undefined;
    while (
      failure === undefined &&
      missed < maxMismatches &&
      (unsettled.current !== undefined || known !== target.current)
    ) {
      // An unanswered call may have succeeded: repeated under its own key, it is not done twice.
      const attempt: Attempt<Value> = unsettled.current ?? {
        from: known,
        to: target.current,
        key: newSubmissionKey(),
      };
      const outcome = await change(attempt);
      unsettled.current = undefined;
      if (outcome.status === 'settled') {
        known = outcome.value;
        isReply = true;
        if (known !== attempt.to) missed++;
      } else {
        if (hasUnknownOutcome(outcome.error)) unsettled.current = attempt;
        failure = { error: outcome.error, from: attempt.from, to: attempt.to };
      }
    }
    setFailed(failure);
    setShown(failure && !isReply ? undefined : { value: known, settled: true });
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
