import { useRef, useState } from 'react';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import type { AccountAct } from './account-acts.ts';
import { useActOnAccountMutation } from './admin.api.ts';

/** An act on an account, and the button that it began with. */
export interface WantedAct {
  readonly act: AccountAct;
  readonly username: string;
  readonly button: HTMLElement;
}

/** Does acts on accounts, most of them after asking. */
export function useAccountActs() {
  const [send] = useActOnAccountMutation();
  const submit = useSubmission();
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<WantedAct>();
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState<WantedAct>();
  const isPending = pending !== undefined && pending === asked;
  // A ref, because a reply must know what is asked by then.
  const latest = useRef<WantedAct>(undefined);
  const [failure, setFailure] = useState<unknown>();
  const [password, setPassword] = useState<string>();

  async function run(wanted: WantedAct, from: HTMLElement): Promise<void> {
    const { act, username, button } = wanted;
    setPending(wanted);
    setFailure(undefined);
    const { data, error } = await submit({ username, act: act.key }, send);
    setPending((now) => (now === wanted ? undefined : now));
    // The dialog may be another act's by now.
    const isAsked = latest.current === wanted;
    if (error !== undefined) {
      if (isAsked) setFailure(error);
      if (act.consequence === undefined) void showToast('error', serverText(error) ?? `${act.label} failed.`);
      return;
    }
    if (data && 'password' in data) {
      if (isAsked) setPassword(data.password);
      return;
    }
    if (isAsked) {
      setAsking(false);
      moveFocus(from, button);
    }
    void showToast('success', act.done(username));
  }

  return {
    asked,
    isAsking,
    isPending,
    failure,
    /** The temporary password, once it is there. */
    password,
    want: (wanted: WantedAct) => {
      setFailure(undefined);
      setPassword(undefined);
      setAsked(wanted);
      latest.current = wanted;
      if (wanted.act.consequence === undefined) void run(wanted, wanted.button);
      else setAsking(true);
    },
    confirm: (from: HTMLElement) => {
      if (asked) void run(asked, from);
    },
    close: () => {
      setAsking(false);
      asked?.button.focus();
    },
  };
}
