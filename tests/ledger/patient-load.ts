import { setTimeout as delay } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { type Answer, type Person, questionBody } from '../e2e/person.ts';
import type { LedgerLine } from './load.ts';

/** How long a command is repeated at most. */
const patienceMs = 60_000;

/**
 * The pause between commands of one caller, and before a retry: a busy loop would take CPU time
 * from processes that recover.
 */
const pauseMs = 50;

/**
 * People who ask and write to each other, and repeat each command with its key until it is
 * answered, as the page does.
 */
export class PatientLoad {
  /** Each is acknowledged in the end. */
  readonly lines: LedgerLine[] = [];
  /** Attempts that were not acknowledged: `503 …`, or the connection's failure. */
  readonly refusals: string[] = [];
  private stopped = false;
  private running: Promise<unknown> = Promise.resolve();

  /** `name` is in every text: one site may have several loads. */
  constructor(
    private readonly name: string,
    private readonly people: readonly Person[],
    private readonly chat: ChatWire,
  ) {}

  start(): void {
    this.running = Promise.all(this.people.map((person) => this.run(person)));
    this.running.catch(() => undefined);
  }

  /** @throws {Error} when a command was refused by its rules, or never answered */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Waits for so many more acknowledgements. */
  async goesOn(count: number): Promise<void> {
    const target = this.lines.length + count;
    const enough = until('the load continues', () => this.lines.length >= target, 2 * patienceMs);
    // A failing caller is reported at once.
    await Promise.race([enough, this.running.then(() => enough)]);
  }

  private async run(person: Person): Promise<void> {
    for (let number = 0; !this.stopped; number++) {
      const id = `${this.name}-${person.name}-${number}`;
      this.lines.push(number % 2 === 0 ? await this.ask(person, id) : await this.say(person, id));
      await delay(pauseMs);
    }
  }

  private async ask(person: Person, id: string): Promise<LedgerLine> {
    const body = questionBody(person.name, id, { text: `command ${id}` });
    const asked = await this.insist<QuestionWire>(person, '/question/addQuestion', body, id);
    return { id, kind: 'question', outcome: 'ok', entity: asked._id };
  }

  private async say(person: Person, id: string): Promise<LedgerLine> {
    const body = { msg: `command ${id}`, msgFrom: person.name };
    const said = await this.insist<ChatWire>(person, `/chat/${this.chat._id}/addMessage`, body, id);
    const entity = said.messages.find(({ msg }) => msg === body.msg)?._id;
    return { id, kind: 'message', outcome: 'ok', ...(entity === undefined ? {} : { entity }) };
  }

  private async insist<Body>(person: Person, path: string, body: object, key: string): Promise<Body> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const answer = await this.attempt<Body>(person, path, body, key);
      if (answer?.status === 200) return answer.body;
      if (answer) this.refusals.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer && answer.status < 500) throw new Error(`${key}: ${this.refusals.at(-1)}`);
      if (performance.now() > deadline) throw new Error(`${key} was never answered: ${this.refusals.at(-1)}`);
      await delay(pauseMs);
    }
  }

  /** Undefined if the connection was refused, or ended before the answer. */
  private async attempt<Body>(
    person: Person,
    path: string,
    body: object,
    key: string,
  ): Promise<Answer<Body> | undefined> {
    try {
      return await person.post<Body>(path, body, { 'idempotency-key': key });
    } catch (failure) {
      // fetch's error for an ended connection; it is of another realm than a test's own TypeError.
      if (!isNativeError(failure) || failure.name !== 'TypeError') throw failure;
      this.refusals.push(String(failure.cause));
      return undefined;
    }
  }
}
