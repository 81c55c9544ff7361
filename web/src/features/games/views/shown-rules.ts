import type { GameType } from '@parlour/contracts/games/games';
import { useEffect, useState } from 'react';
import { inBrowser } from '../../../shared/state/browser-storage.ts';

/** Whether the rules of a game are shown: at the first visit in this browser, and on request. */
export function useShownRules(type: GameType): { readonly shown: boolean; readonly toggle: () => void } {
  const key = `parlour.rules.${type}`;
  const [shown, setShown] = useState(() => inBrowser((storage) => storage.getItem(key)) === null);
  useEffect(() => {
    inBrowser((storage) => storage.setItem(key, 'seen'));
  }, [key]);
  return { shown, toggle: () => setShown(!shown) };
}
