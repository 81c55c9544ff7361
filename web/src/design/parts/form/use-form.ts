import { postedText } from '@parlour/contracts/text/checks';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { messages } from '@parlour/contracts/messages';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { draftAt, FormDraft } from '../../../shared/drafts/form-draft.ts';
import { hasUnknownOutcome, serverText } from '../../../shared/http/call-failure.ts';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import { showToast } from '../feedback/toasts.ts';

/** One attempt to submit; a retry after a network failure is the same attempt. */
export interface Submission {
  readonly key: string;
  /** When it was first sent, ISO-8601; part of the body, so retries must keep it. */
  readonly at: string;
}

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Faults<Name extends string> = { readonly [N in Name]?: string | undefined };

interface FormRules<Name extends string> {
  readonly initial: Values<Name>;
  /** Validation errors in the order of the fields: the first one gets the focus. */
  readonly check: (values: Values<NoInfer<Name>>) => Faults<NoInfer<Name>>;
  /** Sends the checked values; returns the error, or undefined. */
  readonly send: (values: Values<NoInfer<Name>>, submission: Submission) => Promise<unknown>;
  /**
   * The place of the draft; without it, no draft is kept. Must not change: a form for another place
   * is another form.
   */
  readonly draft?: string;
  /** The version of what the form changes: its draft may be based on an older one. */
  readonly versionOf?: () => number;
}

type Texts = Draft['values'];

/** The values that differ from those before. */
function changesOf(before: Texts, now: Texts): Texts {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
}

/** Whether values differ from those before by more than a post loses. */
function isOther(before: Texts, now: Texts): boolean {
  return Object.entries(before).some(([name, value]) => postedText(value) !== postedText(now[name] ?? ''));
}

/**
 * The values with what a password manager put into empty fields without an event, if it did. Text
 * in other fields may be a part of their value only, as in the one for tags.
 */
function filledSilently<Name extends string>(form: HTMLFormElement, values: Values<Name>): Values<Name> | undefined {
  const filled = Object.entries<string>(values).flatMap(([name, value]) => {
    const field = form.elements.namedItem(name);
    return value === '' && field instanceof HTMLInputElement && field.value !== ''
      ? [[name, field.value] as const]
      : [];
  });
  return filled.length === 0 ? undefined : { ...values, ...Object.fromEntries<string>(filled) };
}

/**
 * The behaviour that all forms share: errors at their fields, focus on the first, one submission at
 * a time, one key per submission, drafts.
 */
export function useForm<Name extends string>({ initial, check, send, draft, versionOf }: FormRules<Name>) {
  const viewerId = useViewerId();
  const [kept] = useState(() => (draft === undefined ? undefined : new FormDraft(viewerId, draft)));
  const isOlder = (of: Draft | undefined) => of !== undefined && (of.version ?? 0) < (versionOf?.() ?? 0);
  const [found] = useState(() => {
    const draftFound = kept?.found;
    // It was saved, and only the answer was lost.
    const isSaved = isOlder(draftFound) && !isOther(initial, { ...initial, ...draftFound?.values });
    return isSaved ? undefined : draftFound;
  });
  const [isOld] = useState(() => isOlder(found));
  const [isLosable, setLosable] = useState(false);
  const [restored, setRestored] = useState(found !== undefined);
  const [values, setValues] = useState<Values<Name>>(() => ({ ...initial, ...found?.values }));
  // A ref, because a browser may fill in several fields before a render.
  const current = useRef(values);
  /** What it begins with: first, and after it was sent or its draft was discarded. */
  const start = useRef(initial);
  const [isChanged, setChanged] = useState(() => isOther(initial, values));
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  // A ref, because state would be a render late: two clicks in one frame must not send twice.
  const sending = useRef<Values<Name>>(undefined);
  const unsettled = useRef(found?.submission && { sent: JSON.stringify(values), submission: found.submission });

  function keep(next: Values<Name>, submission?: Submission): void {
    const isOwn = isOther(start.current, next);
    if (!isOwn) kept?.forget();
    const draft = { values: changesOf(start.current, next), submission, version: versionOf?.() };
    setLosable(isOwn && kept?.keep(draft) === false);
  }

  function show(next: Values<Name>): void {
    current.current = next;
    setValues(next);
    setChanged(isOther(start.current, next));
  }

  function set(name: Name, value: string): void {
    show({ ...current.current, [name]: value });
    keep(current.current);
    setFaults((before) => ({ ...before, [name]: undefined }));
    setFailure(undefined);
  }

  function clear(to: Values<Name> = start.current): void {
    unsettled.current = undefined;
    setRestored(false);
    setLosable(false);
    show(to);
    setFaults({});
    setFailure(undefined);
  }

  /** Forgets the draft. */
  function startAfresh(): void {
    kept?.forget();
    clear();
  }

  /** For a form that stays: it goes on with what was saved, and what was chosen meanwhile stays. */
  function goOnWith(saved: Values<Name>): void {
    const meanwhile = sending.current ? changesOf(sending.current, current.current) : {};
    start.current = saved;
    clear({ ...saved, ...meanwhile });
    keep(current.current);
  }

  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);

  /** Nobody sees the error at a form that was left. */
  function reportAway(error: unknown): void {
    const isDraftKept = draft !== undefined && draftAt(viewerId, draft) !== undefined;
    void showToast('error', messages.sendingFailed(serverText(error) ?? messages.unknownFailure, isDraftKept));
  }

  const onPosted = useEffectEvent(clear);
  useEffect(() => kept?.show(() => onPosted()), [kept]);

  function field(name: Name) {
    return {
      name,
      value: values[name],
      error: faults[name],
      // Text typed while the form is being sent would be lost with it.
      readOnly: pending,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        set(name, event.currentTarget.value);
      },
    };
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    const filled = filledSilently(form, current.current);
    if (filled !== undefined) show(filled);
    const values = current.current;
    const wrong = check(values);
    // Synchronously: the error reveals a field behind its preview, which can be focused only then.
    flushSync(() => {
      setFaults(wrong);
    });
    const first = Object.entries(wrong).find(([, fault]) => fault !== undefined)?.[0];
    if (first !== undefined) {
      const named = form.elements.namedItem(first);
      // Of radios, a list: they share their name.
      const element = named instanceof RadioNodeList ? named[0] : named;
      if (element instanceof HTMLElement) element.focus();
      return;
    }
    const sent = JSON.stringify(values);
    const submission =
      unsettled.current?.sent === sent
        ? unsettled.current.submission
        : { key: newSubmissionKey(), at: serverDate().toISOString() };
    const before = start.current;
    sending.current = values;
    const focused = document.activeElement;
    setPending(true);
    setFailure(undefined);
    keep(values, submission);
    try {
      const error = await send(values, submission);
      if (error === undefined && kept && start.current === before) startAfresh();
      const unknown = error !== undefined && hasUnknownOutcome(error);
      unsettled.current = unknown ? { sent, submission } : undefined;
      if (error !== undefined && !unknown) keep(current.current);
      if (error !== undefined && !mounted.current) reportAway(error);
      setFailure(error);
    } finally {
      sending.current = undefined;
      flushSync(() => {
        setPending(false);
      });
      // A loading button is disabled and loses the focus, so give it back to keyboard users.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && focused instanceof HTMLElement && form.contains(focused)) focused.focus();
    }
  }

  return {
    values,
    isChanged,
    set,
    field,
    failure,
    pending,
    goOnWith,
    draft: { restored, isLosable, onDiscard: startAfresh },
    /** Whether it began with a draft that is based on an older version. */
    isOld,
    form: {
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
        // A field may use the key itself, such as the one for tags.
        if (!wanted || !isField || event.defaultPrevented) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      },
    },
  };
}
