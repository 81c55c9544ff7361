import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { configurationExitCode } from '@parlour/kernel/config/config';

/** What is run, and who is told of it. */
export interface KeptProgram {
  readonly name: string;
  /** A file for Node. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (message: string) => void;
  /** Called whenever it was started. */
  readonly onStart: () => void;
  /** It will not run with this configuration, however often it is started. */
  readonly onMisconfigured: () => void;
}

/** The longest pause before another start, and how long one has to run before the pauses begin anew; in milliseconds. */
const pauses = { first: 250, longest: 5_000, forgetAfter: 30_000 };

/** Ten seconds are promised by every process of ours. */
const endsWithinMs = 11_000;

/**
 * A process that is started again whenever it ends by itself. It has a channel of messages to us which nobody writes to: it breaks when we are
 * killed, and the process ends.
 */
export class KeptProcess {
  private child: ChildProcess | undefined;
  private readonly stopping = new AbortController();
  private readonly keeping: Promise<void>;

  constructor(private readonly kept: KeptProgram) {
    this.keeping = this.keep();
  }

  get name(): string {
    return this.kept.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** SIGTERM, and SIGKILL when that takes too long. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.child?.kill('SIGTERM');
    const limit = setTimeout(() => this.child?.kill('SIGKILL'), endsWithinMs);
    await this.keeping;
    clearTimeout(limit);
  }

  /** Ends it at once. */
  kill(): void {
    this.stopping.abort();
    this.child?.kill('SIGKILL');
  }

  private async keep(): Promise<void> {
    let pauseMs = pauses.first;
    while (!this.stopping.signal.aborted) {
      const began = performance.now();
      const { code, signal } = await this.run();
      if (this.stopping.signal.aborted) return;
      if (code === configurationExitCode) {
        this.kept.onMisconfigured();
        return;
      }
      if (performance.now() - began > pauses.forgetAfter) pauseMs = pauses.first;
      this.kept.log(`${this.name} has ended (${signal ?? code}): starting it again`);
      await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, pauses.longest);
    }
  }

  private async run(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
    const child = spawn(process.execPath, [this.kept.program], {
      env: { ...process.env, ...this.kept.environment },
      // In a group of its own: a Ctrl-C in the terminal reaches us alone, and we end all of them in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>; // as Node documents it
    ended.catch(() => undefined);
    try {
      this.kept.onStart();
      const [code, signal] = await ended;
      return { code, signal };
    } catch (failure) {
      this.kept.log(`${this.name} cannot be started: ${String(failure)}`);
      return { code: 1, signal: null };
    }
  }
}
