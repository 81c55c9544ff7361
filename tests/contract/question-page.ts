import type { FrontEnd } from './front-end.ts';

interface Question {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
  readonly answers: readonly { readonly _id: string; readonly text: string }[];
}

/** The screen of a question, kept current by the live events as the specification says. */
export class QuestionPage {
  question: Question | undefined;

  constructor(
    private readonly frontEnd: FrontEnd,
    private readonly qid: string,
  ) {
    frontEnd.socket.on('answerUpdate', ({ qid: id, answer }) => {
      if (id === qid && this.question)
        this.question = { ...this.question, answers: [...this.question.answers, answer] };
    });
    frontEnd.socket.on('viewsUpdate', (question: Question) => {
      if (question._id === qid && this.question) this.question = question;
    });
  }

  async open(username: string): Promise<void> {
    this.question = await this.frontEnd.call('GET', `question/getQuestionById/${this.qid}?username=${username}`);
  }
}
