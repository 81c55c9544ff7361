import { Button } from '@mantine/core';
import { IconLink } from '../../../design/parts/icons.tsx';
import { showToast } from '../../../design/parts/toasts.ts';
import classes from './end-overlay.module.css';

/** Copies the game's address. */
export function ShareGame({ gameID }: { readonly gameID: string }) {
  const address = `${window.location.origin}/games/${encodeURIComponent(gameID)}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      void showToast('success', 'The link was copied.');
    } catch {
      // No permission, or no secure connection: they can copy it themselves.
      void showToast('info', address);
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconLink size={16} aria-hidden />}
      className={classes.button ?? ''}
      onClick={() => void copy()}
    >
      Share
    </Button>
  );
}
