import { Button } from '@mantine/core';
import { IconLink } from '../../../design/parts/look/icons.tsx';
import { copyText } from '../../../design/parts/page/share.ts';

/** Copies the game's address. */
export function ShareGame({ gameID }: { readonly gameID: string }) {
  const address = `${window.location.origin}/games/${encodeURIComponent(gameID)}`;
  return (
    <Button
      variant="default"
      leftSection={<IconLink size={16} aria-hidden />}
      onClick={() => void copyText(address, 'Link copied.')}
    >
      Share
    </Button>
  );
}
