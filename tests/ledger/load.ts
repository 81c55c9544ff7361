import { until } from '@parlour/kernel/testing/until';
import { type Person, questionBody, type Visitor } from '../e2e/person.ts';

/** One command as its caller saw it: acknowledged, refused, or with unknown outcome. */
export interface LedgerLine {
  /** Contained in the text of its post, so that the log can be searched for it. */
  readonly id: string;
  readonly kind: 'question' | 'answer' | 'refused question' | 'message';
  readonly outcome: 'ok' | 'fail' | 'info';
  /** The id in the acknowledgement. */
  readonly entity?: string;
}

/** Callers that ask and answer until they are stopped, and the outcome of each command. */
export class Load {
  readonly lines: LedgerLine[] = [];
  private stopped = false;
  private running: Promise<void>[] = [];
  private readonly questions: string[] = [];

  /** `url` is called before every command, because a restarted product may listen elsewhere. */
  constructor(
    private readonly people: readonly Person[],
    private readonly url: () => string,
  ) {}

  start(): void {
    this.running = this.people.map((person, index) => this.run(person, index));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  /** Resolves once so many commands have been acknowledged since the load began. */
  async acknowledged(count: number): Promise<void> {
    const acknowledged = (): number => this.lines.filter((line) => line.outcome === 'ok').length;
    await until('commands are acknowledged', (saw) => saw(acknowledged()) >= count, 60_000);
  }

  private async run(person: Person, index: number): Promise<void> {
    for (let number = 0; !this.stopped; number++) {
      const id = `${index}-${number}`;
      // Every fifth is refused by its rules, every second of the others answers an acknowledged
      // question.
      const qid = this.questions.at(-1);
      const kind = number % 5 === 4 ? 'refused question' : number % 2 === 1 && qid ? 'answer' : 'question';
      const line = await this.give(person, kind, id, qid);
      this.lines.push(line);
      if (line.kind === 'question' && line.entity !== undefined) this.questions.push(line.entity);
      // Avoids a busy loop while the product is away.
      if (line.outcome === 'info') await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async give(
    person: Person,
    kind: LedgerLine['kind'],
    id: string,
    qid: string | undefined,
  ): Promise<LedgerLine> {
    const visitor: Visitor = person;
    visitor.url = this.url();
    const text = `command ${id}`;
    const path = kind === 'answer' ? '/api/answer/addAnswer' : '/api/question/addQuestion';
    const body =
      kind === 'answer'
        ? { qid, ans: { text, ansBy: person.name } }
        : questionBody(person.name, kind === 'question' ? id : ' ', { text });
    try {
      const answer = await visitor.post<{ _id?: string }>(path, body, { 'idempotency-key': id });
      if (answer.status >= 500) return { id, kind, outcome: 'info' };
      if (answer.status !== 200) return { id, kind, outcome: 'fail' };
      return { id, kind, outcome: 'ok', ...(answer.body._id === undefined ? {} : { entity: answer.body._id }) };
    } catch {
      return { id, kind, outcome: 'info' };
    }
  }
}
