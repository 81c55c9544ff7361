import { type RefObject, useRef, useState } from 'react';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { showToast, showUndo } from '../../../design/parts/feedback/toasts.ts';
import type { MemberAct } from './member-acts.ts';
import { logRefusal, useMembership } from '../membership/use-membership.ts';

/** An act on a person, and the button that it began with. */
export interface WantedAct {
  readonly act: MemberAct;
  readonly username: string;
  readonly button: HTMLElement;
}

/**
 * Does acts on people, some after asking. `after` gets the focus if the person's row goes away:
 * `isEveryone` says that it stays for those who stay members.
 */
export function useMemberActs(communityId: string, after: RefObject<HTMLElement | null>, isEveryone: boolean) {
  const { change, takeBack, pending } = useMembership(communityId, logRefusal);
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<WantedAct>();
  const [isAsking, setAsking] = useState(false);
  const [isDoing, setDoing] = useState(false);

  // One after the other: an act that is wanted while another is done waits for it.
  const last = useRef(Promise.resolve());
  const inTurn = (work: () => Promise<void>): void => {
    last.current = last.current.catch(() => undefined).then(work);
  };
  const run = (wanted: WantedAct, from: HTMLElement, isAsked = false): void => {
    inTurn(() => doNow(wanted, from, isAsked));
  };

  async function doNow({ act, username, button }: WantedAct, from: HTMLElement, isAsked: boolean): Promise<void> {
    const done = await change({ username, list: act.list, action: act.action });
    if (isAsked) {
      setDoing(false);
      setAsking(false);
    }
    moveFocus(from, done && !(isEveryone && act.keeps) ? after.current : button);
    if (!done) return;
    const { back } = act;
    if (back) void showUndo(act.done(username), () => inTurn(() => takeBack({ username, ...back })));
    else void showToast('success', act.done(username));
  }

  return {
    asked,
    isAsking,
    /** Whether what was asked is confirmed, and is being done or waits for its turn. */
    isDoing,
    /** Whether this act is being done. */
    isPending: (act: MemberAct, username: string) =>
      pending?.username === username && pending.list === act.list && pending.action === act.action,
    want: (wanted: WantedAct) => {
      if (wanted.act.consequence === undefined) {
        run(wanted, wanted.button);
        return;
      }
      setAsked(wanted);
      setAsking(true);
    },
    confirm: (from: HTMLElement) => {
      if (!asked) return;
      setDoing(true);
      run(asked, from, true);
    },
    cancel: () => {
      setAsking(false);
      asked?.button.focus();
    },
  };
}
