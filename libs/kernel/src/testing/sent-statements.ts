import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { Database, type Statement } from '../database/database.ts';

/** The different statements that some work sent, by service. */
export type SentStatements = ReadonlyMap<string, readonly Statement[]>;

/**
 * Runs some work and returns the statements that it sent outside of transactions, in any service of
 * this process. Statements of background tasks are not among them.
 */
export async function statementsSentBy(work: () => Promise<unknown>): Promise<SentStatements> {
  const sent = new Map<string, Map<string, Statement>>();
  const within = new AsyncLocalStorage<true>();
  const { query } = Database.prototype;
  const spy = jest.spyOn(Database.prototype, 'query').mockImplementation(function (this: Database, asked, values) {
    if (within.getStore()) {
      const { options } = this.dataSource;
      const service = 'username' in options ? String(options.username) : ''; // each service has its own role
      sent.set(service, (sent.get(service) ?? new Map<string, Statement>()).set(asked.text, asked));
    }
    return query.call(this, asked, values) as never; // of the caller's type of row
  });
  try {
    await within.run(true, work);
  } finally {
    spy.mockRestore();
  }
  return new Map([...sent].map(([service, statements]) => [service, [...statements.values()]]));
}

const widest = 120;

/** Statements as text for psql, in the order of their names. */
export function printed(statements: readonly Statement[]): string {
  const texts = statements.map(({ name, text }) => `-- ${name || 'not prepared'}\n${wrapped(text)};\n`);
  return texts.toSorted().join('\n');
}

/** Breaks long lines of SQL at blanks outside of quotes. */
function wrapped(sql: string): string {
  let column = 0;
  // A quoted piece, blanks with or without a line break, or anything else up to one of these.
  return sql.replaceAll(/'[^']*'|"[^"]*"|\s*\n\s*|\s+|[^\s'"]+/g, (piece) => {
    const isBlank = piece.trim() === '';
    if (isBlank && (piece.includes('\n') || column > widest)) {
      column = 0;
      return piece.includes('\n') ? `\n${piece.slice(piece.lastIndexOf('\n') + 1)}` : '\n        ';
    }
    column += piece.length;
    return piece;
  });
}
