import { useRef, useState, type ChangeEvent, type KeyboardEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '@parlour/contracts/messages';
import { hasUnknownOutcome, serverText } from '../../../shared/http/call-failure.ts';
import { type Submission, useAttempts } from '../../../shared/state/hooks/use-attempts.ts';
import { useMounted } from '../../../shared/state/hooks/use-mounted.ts';
import { showToast } from '../feedback/toasts.ts';
import { isFocusAt } from '../page/move-focus.ts';
import { changesOf, useDraftedValues, type Values } from '../draft/use-drafted-values.ts';

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
  /** Whether submitting has to wait; then it calls back. See `useUploadGate`. */
  readonly holds?: (submit: () => void) => boolean;
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

/** The focus goes to the first field that has an error. */
function focusFirst(form: HTMLFormElement, faults: Faults<string>): void {
  const first = Object.entries(faults).find(([, fault]) => fault !== undefined)?.[0] ?? '';
  const named = form.elements.namedItem(first);
  // Of radios, a list: they share their name.
  const element = named instanceof RadioNodeList ? named[0] : named;
  if (element instanceof HTMLElement) element.focus();
}

/** Ctrl or Cmd and Enter submit a form from any of its fields. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
  // A field may use the key itself, such as the one for tags.
  if (!wanted || !isField || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Nobody sees the error at a form that was left. */
function reportAway(error: unknown, isDraftStored: boolean): void {
  void showToast('error', messages.sendingFailed(serverText(error) ?? messages.unknownFailure, isDraftStored));
}

/** Sends the values of a form, one attempt at a time. */
function useSender<Name extends string>(send: FormRules<Name>['send'], unanswered: Parameters<typeof useAttempts>[0]) {
  const attempts = useAttempts(unanswered);
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  // A ref, because state would be a render late: two clicks in one frame must not send twice.
  const sending = useRef<Values<Name>>(undefined);

  async function run(
    form: HTMLFormElement,
    values: Values<Name>,
    on: { readonly onBegin: (submission: Submission) => void; readonly onEnd: (error: unknown) => void },
  ): Promise<void> {
    const sent = JSON.stringify(values);
    const submission = attempts.begin(sent);
    sending.current = values;
    const focused = document.activeElement;
    setPending(true);
    setFailure(undefined);
    on.onBegin(submission);
    try {
      const error = await send(values, submission);
      attempts.end(sent, submission, error);
      on.onEnd(error);
      setFailure(error);
    } finally {
      sending.current = undefined;
      flushSync(() => {
        setPending(false);
      });
      // A loading button is disabled and loses the focus, so give it back to keyboard users.
      if (isFocusAt(null) && focused instanceof HTMLElement && form.contains(focused)) focused.focus();
    }
  }

  return { failure, setFailure, pending, sending, run, forget: attempts.forget };
}

/**
 * The behaviour that all forms share: errors at their fields, focus on the first, one submission at
 * a time, one key per submission, drafts.
 */
export function useForm<Name extends string>({ initial, check, send, draft, versionOf, holds }: FormRules<Name>) {
  const written = useDraftedValues({ initial, place: draft, versionOf, onPosted: () => clear() });
  const { values, current, start, isChanged, isOld, restored, isLosable } = written;
  const [faults, setFaults] = useState<Faults<Name>>({});
  const sender = useSender(
    send,
    written.foundSubmission && { sent: JSON.stringify(values), submission: written.foundSubmission },
  );
  const { failure, setFailure, pending, sending } = sender;
  const mounted = useMounted();

  function set(name: Name, value: string): void {
    written.show({ ...current.current, [name]: value });
    written.keep();
    setFaults((before) => ({ ...before, [name]: undefined }));
    setFailure(undefined);
  }

  function clear(to: Values<Name> = start.current): void {
    sender.forget();
    written.clear(to);
    setFaults({});
    setFailure(undefined);
  }

  function discardDraft(): void {
    written.forget();
    clear();
  }

  /** For a form that stays: it goes on with what was saved, and what was chosen meanwhile stays. */
  function goOnWith(saved: Values<Name>): void {
    const meanwhile = sending.current ? changesOf(sending.current, current.current) : {};
    written.startFrom(saved);
    clear({ ...saved, ...meanwhile });
    written.keep();
  }

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

  async function post(form: HTMLFormElement): Promise<void> {
    const before = start.current;
    await sender.run(form, current.current, {
      onBegin: written.keep,
      onEnd: (error) => {
        if (error === undefined && draft !== undefined && start.current === before) discardDraft();
        if (error !== undefined && !hasUnknownOutcome(error)) written.keep();
        if (error !== undefined && !mounted.current) reportAway(error, written.isStored());
      },
    });
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current || holds?.(() => form.requestSubmit())) return;
    const filled = filledSilently(form, current.current);
    if (filled !== undefined) written.show(filled);
    const wrong = check(current.current);
    // Synchronously: the error reveals a field behind its preview, which can be focused only then.
    flushSync(() => {
      setFaults(wrong);
    });
    if (Object.values(wrong).some((fault) => fault !== undefined)) focusFirst(form, wrong);
    else await post(form);
  }

  return {
    values,
    isChanged,
    set,
    field,
    failure,
    pending,
    goOnWith,
    draft: { restored, isLosable, onDiscard: discardDraft },
    isOld,
    form: {
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onKeyDown: submitByKey,
    },
  };
}
