import { whatToDoAboutDamage } from '@parlour/kernel/database/failures';

/** Our own PostgreSQL cannot be started. The message says what is wrong and what to do. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

/** The error for programs of PostgreSQL that fail, with the last lines that they printed. */
export function failedProgram(what: string, printed: string, cause?: unknown): PostgresStartError {
  const lines = printed.trim().split('\n').slice(-10);
  // Without the time and the process.
  const shown = lines.map((line) => `  ${line.replace(/^\S+ \S+ \S+ \[\d+\] /, '')}`);
  return new PostgresStartError(
    [
      `${what}:`,
      ...shown,
      `Correct what it names, and start again. If files of the data are damaged or missing: ${whatToDoAboutDamage}`,
    ].join('\n'),
    { cause },
  );
}
