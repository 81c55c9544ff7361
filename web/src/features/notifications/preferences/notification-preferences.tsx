import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconSettings } from '../../../design/parts/look/icons.tsx';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';

/** Opens the viewer's notification preferences. */
export function NotificationPreferences({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={18} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Preferences
      </Button>
      <Dialog opened={opened} title="Notification preferences" onClose={() => setOpened(false)}>
        {children}
      </Dialog>
    </>
  );
}
