import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { DestroyButton } from './destroy-button.tsx';
import { isComposing } from '../form/is-composing.ts';
import classes from './dialog.module.css';

/** Whether Escape is for what lies above the dialog: a list or menu in it, or a person's card. */
function isForOther({ target }: KeyboardEvent): boolean {
  const isTaken = target instanceof Element && target.matches('[data-mantine-stop-propagation=true]');
  return isTaken || document.querySelector('[data-person-card]') !== null;
}

interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Near the top instead of in the middle: its height changes with what is typed in it. */
  readonly atTop?: boolean;
  /** As wide as what is in it, for pictures. */
  readonly isWide?: boolean;
  /** People write in it: a click beside it, often a slip, does not throw that away. */
  readonly isForm?: boolean;
  /** Whether something was typed in it: then it asks before it closes. */
  readonly isChanged?: boolean;
  /** While something is being sent it stays: the answer would come to a dialog that is gone. */
  readonly pending?: boolean;
  readonly onClose: () => void;
  /** False if whoever opens it moves the focus: what opened it may be gone afterwards. */
  readonly returnFocus?: boolean;
  readonly children: ReactNode;
}

/** The dialog around a button: how it closes, and whether that has to wait. */
const Around = createContext({ pending: false, close: (): void => undefined });

/**
 * A modal dialog: it traps the focus, Escape closes it, and the focus returns to what opened it.
 */
export function Dialog({ isChanged = false, pending = false, onClose, ...frame }: DialogProps) {
  const { close, mayClose, question } = useDiscarding({ isChanged, pending, onClose });
  return (
    <>
      <Around value={{ pending, close }}>
        <Frame {...frame} takesEscape={mayClose} onClose={close} />
      </Around>
      {question}
    </>
  );
}

/** Closes the dialog around it, as Escape does. */
export function CancelButton({
  isFocused = false,
  children = 'Cancel',
}: {
  /** Whether it has the focus at first. */
  readonly isFocused?: boolean;
  readonly children?: string;
}) {
  const { pending, close } = useContext(Around);
  return (
    <Button variant="default" data-autofocus={isFocused || undefined} disabled={pending} onClick={close}>
      {children}
    </Button>
  );
}

/** Closes what people write in, after asking if they have changed something. */
export function useDiscarding({
  isChanged,
  pending,
  onClose,
}: Required<Pick<DialogProps, 'isChanged' | 'pending' | 'onClose'>>): {
  readonly close: () => void;
  /** Not while it is being sent, nor while the question is open. */
  readonly mayClose: boolean;
  readonly question: ReactNode;
} {
  const [question, setQuestion] = useState<'asked' | 'discarded'>();
  const keep = () => setQuestion(undefined);
  const mayClose = !pending && question !== 'asked';
  return {
    mayClose,
    close: () => {
      if (!mayClose) return;
      if (isChanged) setQuestion('asked');
      else onClose();
    },
    question: (
      <Frame
        opened={question === 'asked'}
        title="Discard your changes?"
        // Afterwards, whoever closes what people wrote in moves the focus.
        returnFocus={question !== 'discarded'}
        onClose={keep}
      >
        <div className="wrap">
          <DestroyButton
            onClick={() => {
              setQuestion('discarded');
              onClose();
            }}
          >
            Discard
          </DestroyButton>
          <Button variant="default" data-autofocus onClick={keep}>
            Keep editing
          </Button>
        </div>
      </Frame>
    ),
  };
}

function Frame({
  opened,
  title,
  atTop = false,
  isWide = false,
  isForm = false,
  takesEscape = true,
  onClose,
  returnFocus = true,
  children,
}: Omit<DialogProps, 'isChanged' | 'pending'> & { readonly takesEscape?: boolean }) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (!opened || !takesEscape || event.key !== 'Escape') return;
      // Every dialog listens, and React renders between two of these calls: the question that one
      // of them opens must not be closed by the next one.
      if (event.defaultPrevented || isComposing(event) || isForOther(event)) return;
      event.preventDefault();
      onClose();
    },
    { capture: true },
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      // Mantine's own listener knows nothing of people's cards, and hears the key before them.
      closeOnEscape={false}
      closeOnClickOutside={!isForm}
      // Its header is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      {...(isWide && { size: 'auto' })}
      {...(atTop && { centered: false, size: 'lg', yOffset: 'max(var(--space-3), 8dvh)' })}
      returnFocus={returnFocus}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Modal>
  );
}
