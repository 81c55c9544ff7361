import { jest } from '@jest/globals';

/**
 * Counts how often code reads a character of a text: a measure of work that is the same on every
 * machine. Reads by regular expressions are not counted.
 */
export function charactersRead(work: () => void): number {
  const readers = (['charAt', 'charCodeAt', 'codePointAt'] as const).map((name) => jest.spyOn(String.prototype, name));
  try {
    work();
    return readers.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const reader of readers) reader.mockRestore();
  }
}
