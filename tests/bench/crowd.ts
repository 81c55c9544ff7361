import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a crowd's process is told. */
export type CrowdOrder =
  | {
      readonly connect: {
        readonly url: string;
        readonly cookies: readonly string[];
        readonly count: number;
        /** Whether each comes back after a lost connection. */
        readonly returns: boolean;
      };
    }
  | { readonly expect: string }
  | { readonly stop: true };

/** What it says. */
export type CrowdReport =
  | { readonly connected: number }
  /** This one is in, for the first time or again; only of a crowd that returns. */
  | { readonly entered: number }
  | { readonly refused: string }
  | { readonly heard: string };

/** Many sockets in a process of their own. */
export class Crowd {
  private readonly process: ChildProcess;
  private readonly waiting = new Map<string, () => void>();
  /** Refusals so far: HTTP statuses, or Socket.IO's reasons. */
  readonly refusals: string[] = [];
  /** Called for each socket that comes in, of a crowd that returns. */
  onEntered: (index: number) => void = () => undefined;

  constructor() {
    const program = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
    this.process = fork(program, { execArgv: ['--import', 'tsx', '--no-warnings'] });
    this.process.on('message', (report: CrowdReport) => {
      if ('heard' in report) this.settle(`heard ${report.heard}`);
      else if ('connected' in report) this.settle('connected');
      else if ('entered' in report) this.onEntered(report.entered);
      else this.refusals.push(report.refused);
    });
  }

  /** Connects `count` sockets and waits until all are signed in. */
  connect(url: string, cookies: readonly string[], count: number, returns = false): Promise<void> {
    return this.order({ connect: { url, cookies, count, returns } }, 'connected');
  }

  /** Resolves when every socket has got the event whose payload has this title. */
  expect(title: string): Promise<void> {
    return this.order({ expect: title }, `heard ${title}`);
  }

  /** Cuts all connections. */
  stop(): Promise<void> {
    return this.order({ stop: true }, 'connected');
  }

  async end(): Promise<void> {
    this.process.disconnect();
    await once(this.process, 'exit');
  }

  private order(order: CrowdOrder, until: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.set(until, resolve);
      this.process.send(order);
    });
  }

  private settle(what: string): void {
    this.waiting.get(what)?.();
    this.waiting.delete(what);
  }
}
