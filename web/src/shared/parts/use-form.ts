import { useRef, useState, type ChangeEvent, type KeyboardEvent, type SubmitEvent } from 'react';
import { mayHaveHappened } from '../http/call-failure.ts';
import { newSubmissionKey } from '../http/submission-key.ts';

/** One attempt of the user to send something: sent again after a lost wire, it is still the same attempt. */
export interface Submission {
  readonly key: string;
  /** When it was first sent, ISO-8601; part of the body, so it must not change between tries. */
  readonly at: string;
}

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Faults<Name extends string> = { readonly [N in Name]?: string | undefined };

interface FormRules<Name extends string> {
  readonly initial: Values<Name>;
  /** What is wrong, in the order of the fields: the first one gets the focus. */
  readonly check: (values: Values<Name>) => Faults<Name>;
  /** Sends the checked values; answers what failed, or undefined. */
  readonly send: (values: Values<Name>, submission: Submission) => Promise<unknown>;
  /** What is sent beside the fields (a tick); a change of it makes another submission. */
  readonly beside?: boolean;
}

/** The behaviour that all forms share: faults at their fields, focus on the first, one sending at a time, one key per submission. */
export function useForm<Name extends string>({ initial, check, send, beside }: FormRules<Name>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  // State would be a render late: two clicks in one frame must not send twice.
  const sending = useRef(false);
  const unsettled = useRef<{ readonly sent: string; readonly submission: Submission }>(undefined);

  function field(name: Name) {
    return {
      name,
      value: values[name],
      error: faults[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
        setFaults((before) => ({ ...before, [name]: undefined }));
        setFailure(undefined);
      },
    };
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    const found = check(values);
    setFaults(found);
    const first = Object.entries(found).find(([, fault]) => fault !== undefined)?.[0];
    if (first !== undefined) {
      const element = form.elements.namedItem(first);
      if (element instanceof HTMLElement) element.focus();
      return;
    }
    const sent = JSON.stringify([values, beside]);
    const submission =
      unsettled.current?.sent === sent
        ? unsettled.current.submission
        : { key: newSubmissionKey(), at: new Date().toISOString() };
    sending.current = true;
    setPending(true);
    setFailure(undefined);
    try {
      const error = await send(values, submission);
      unsettled.current = error !== undefined && mayHaveHappened(error) ? { sent, submission } : undefined;
      setFailure(error);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  return {
    values,
    field,
    failure,
    pending,
    form: {
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (!wanted || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      },
    },
  };
}
