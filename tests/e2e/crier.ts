import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour, patienceMs } from './neighbour.ts';
import type { Listener } from './person.ts';

/** Creates public content to wait for. */
export class Crier extends Neighbour {
  /** The question that recipients of a sign must follow. */
  cried!: QuestionWire;
  private square!: CommunityWire;

  override async settle(): Promise<this> {
    await super.settle();
    this.square = await this.found('Market square');
    this.cried = await this.ask('Hear, hear?');
    return this;
  }

  /**
   * Creates one public item in every log and waits until these sockets have it: each log's messages
   * come in order, so anything not received by then was not sent to them.
   */
  async signTo(listeners: readonly Listener[]): Promise<void> {
    const { _id: questionId } = await this.ask('A sign');
    const { _id } = await this.addPoll(this.square._id);
    const before = listeners.map(({ received }) => received.length);
    await this.answer(this.cried._id, 'A sign');
    for (const [index, listener] of listeners.entries()) {
      await listener.waitFor('questionUpdate', (row) => row._id === questionId, patienceMs);
      await listener.waitFor('pollCreation', ({ pollId }) => pollId === _id, patienceMs);
      const isSign = ({ event, payload }: Listener['received'][number]): boolean =>
        event === 'notification' && JSON.stringify(payload).includes(this.cried._id);
      await until('the notification comes', () => listener.received.slice(before[index]).some(isSign), patienceMs);
    }
  }
}
