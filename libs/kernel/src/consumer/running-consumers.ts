import type { Consumer } from './consumer.ts';

/** What is asked of a running consumer. */
export type RunningConsumer = Pick<Consumer, 'definition' | 'isStuck' | 'lagOf' | 'parts'>;

/** The consumers of a running service. */
export class RunningConsumers {
  private running: readonly RunningConsumer[] = [];

  set(consumers: readonly RunningConsumer[]): void {
    this.running = consumers;
  }

  get all(): readonly RunningConsumer[] {
    return this.running;
  }

  /** Whether a consumer has waited for long for something its events need. */
  get areStuck(): boolean {
    return this.running.some((consumer) => consumer.isStuck);
  }
}
