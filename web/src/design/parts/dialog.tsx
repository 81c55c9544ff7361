import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { isComposing } from './is-composing.ts';
import classes from './dialog.module.css';

/** Whether Escape is for what lies above the dialog: a list or menu in it, or a person's card. */
function isForOther({ target }: KeyboardEvent): boolean {
  const isTaken = target instanceof Element && target.matches('[data-mantine-stop-propagation=true]');
  return isTaken || document.querySelector('[data-person-card]') !== null;
}

/**
 * A modal dialog: it traps the focus, Escape closes it, and the focus returns to what opened it.
 */
export function Dialog({
  opened,
  title,
  atTop = false,
  isForm = false,
  pending = false,
  onClose,
  returnFocus = true,
  children,
}: {
  readonly opened: boolean;
  readonly title: string;
  /** Near the top instead of in the middle: its height changes with what is typed in it. */
  readonly atTop?: boolean;
  /** People write in it: a click beside it, often a slip, does not throw that away. */
  readonly isForm?: boolean;
  /** While something is being sent it stays: the answer would come to a dialog that is gone. */
  readonly pending?: boolean;
  readonly onClose: () => void;
  /** False if whoever opens it moves the focus: what opened it may be gone afterwards. */
  readonly returnFocus?: boolean;
  readonly children: ReactNode;
}) {
  const close = () => {
    if (!pending) onClose();
  };
  useWindowEvent(
    'keydown',
    (event) => {
      if (opened && event.key === 'Escape' && !isComposing(event) && !isForOther(event)) close();
    },
    { capture: true },
  );
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      // Mantine's own listener knows nothing of people's cards, and hears the key before them.
      closeOnEscape={false}
      closeOnClickOutside={!isForm}
      // Its header is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
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
