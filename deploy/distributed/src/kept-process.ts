import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { RestartPauses } from '@parlour/deployment/process/restart-pauses';

/** The program to run, and callbacks. */
export interface KeptProgram {
  readonly name: string;
  /** A script for Node. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (message: string) => void;
  /** Called after each start. */
  readonly onStart: () => void;
  /** Called if it cannot run with this configuration, so that a restart is useless. */
  readonly onMisconfigured: () => void;
}

/** The first pause before a restart. */
const firstPauseMs = 250;

/** Every process of ours documents ten seconds. */
const endsWithinMs = 11_000;

/**
 * A process that is restarted whenever it ends by itself. It has an IPC channel that carries no
 * messages: it breaks when the supervisor is killed, which ends the process.
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

  /** Sends SIGTERM; if that takes too long, kills it with everything that it has started. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.child?.kill('SIGTERM');
    const limit = setTimeout(() => this.killGroup(), endsWithinMs);
    await this.keeping;
    clearTimeout(limit);
  }

  /** Kills it, with everything that it has started. */
  kill(): void {
    this.stopping.abort();
    this.killGroup();
  }

  /** It leads the group of what it has started. Windows has no groups. */
  private killGroup(): void {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      // It has ended just now.
    }
  }

  private async keep(): Promise<void> {
    const pauses = new RestartPauses(firstPauseMs);
    while (!this.stopping.signal.aborted) {
      const began = performance.now();
      const { code, signal } = await this.run();
      if (this.stopping.signal.aborted) return;
      if (code === configurationExitCode) {
        this.kept.onMisconfigured();
        return;
      }
      pauses.ended(performance.now() - began);
      this.kept.log(`${this.name} ended (${signal ?? code}), restarting`);
      await pauses.wait(this.stopping.signal);
    }
  }

  private async run(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
    const child = spawn(process.execPath, [this.kept.program], {
      env: { ...process.env, ...this.kept.environment },
      // In its own process group: Ctrl-C in the terminal reaches only the supervisor, which ends
      // all of them in order.
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
