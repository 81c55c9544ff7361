import { expect } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import type { FakeAnswer } from './fake-server.ts';

/** A route whose calls wait until the test answers them. */
export function heldRoute() {
  let settle: ((answer: FakeAnswer) => void) | undefined;
  /** Waits for a call. */
  const asked = () => waitFor(() => expect(settle).toBeDefined());
  return {
    asked,
    route: (): Promise<FakeAnswer> => new Promise((resolve) => (settle = resolve)),
    /** Answers the latest call, once there is one. */
    async answer(answer: FakeAnswer): Promise<void> {
      await asked();
      act(() => settle?.(answer));
      settle = undefined;
    },
  };
}
