import type { GameWire } from '@parlour/contracts/games/games';
import { useEffect, useRef, useState } from 'react';
import { inBrowser } from '../../../shared/state/browser-storage.ts';
import { seatOf, turnOf } from '../boards/board.ts';

const key = 'parlour.sounds';

/** Made at the first tone: browsers allow sound only after a gesture. */
let audio: AudioContext | undefined;

/** The tones, in hertz, of what happened between two states of a game: a move, a turn, the end. */
export function tonesOf(before: GameWire, now: GameWire, viewer: string): readonly number[] {
  if (now.state.status === 'OVER') {
    if (before.state.status === 'OVER') return [];
    const lost = seatOf(now, viewer) !== undefined && now.state.winners.length > 0 && now.state.winners[0] !== viewer;
    return lost ? [392, 330, 262] : [392, 494, 587];
  }
  if (now.state.moveCount === before.state.moveCount) return [];
  return turnOf(now, viewer) === undefined ? [330] : [440, 554];
}

function play(tones: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return;
  // Before the first gesture browsers play nothing, and all of it at once afterwards.
  if (!navigator.userActivation?.hasBeenActive) return;
  const context = (audio ??= new AudioContext());
  context.resume().catch(() => undefined);
  for (const [index, tone] of tones.entries()) {
    const start = context.currentTime + index * 0.12;
    const source = context.createOscillator();
    const loudness = context.createGain();
    source.type = 'triangle';
    source.frequency.value = tone;
    loudness.gain.setValueAtTime(0.12, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
    source.connect(loudness).connect(context.destination);
    source.start(start);
    source.stop(start + 0.2);
  }
}

/** Short tones for moves, turns and the end; off until someone turns them on in this browser. */
export function useGameSounds(game: GameWire, viewer: string): { readonly on: boolean; readonly toggle: () => void } {
  const [on, setOn] = useState(() => inBrowser((storage) => storage.getItem(key)) === 'on');
  const heard = useRef(game);
  useEffect(() => {
    const tones = tonesOf(heard.current, game, viewer);
    heard.current = game;
    if (on && tones.length > 0) play(tones);
  }, [game, on, viewer]);
  return {
    on,
    toggle: () => {
      setOn(!on);
      inBrowser((storage) => storage.setItem(key, on ? 'off' : 'on'));
      if (!on) play([440]);
    },
  };
}
