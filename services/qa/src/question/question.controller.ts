import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { QuestionWire } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readQuestionList } from './question-list.view.ts';
import { readQuestionPages, readQuestions } from './question-page.view.ts';
import { type AskQuestion, questionDecider, questionStream } from './question.decider.ts';
import { type ViewQuestion, viewingDecider, viewingStream } from './viewing.decider.ts';

/** Calls about questions. */
@Controller()
export class QuestionController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Handles('qa.addQuestion')
  addQuestion(@Payload() call: Call<'qa.addQuestion'>): Promise<Outcome<QuestionWire>> {
    const actor = actorOf(call);
    const questionId = uuidv7();
    return this.commands.execute(originOf('qa.addQuestion', call.context, uuidv7()), {
      streamId: questionStream(questionId),
      orderingKey: questionId,
      decider: questionDecider,
      command: (): AskQuestion => ({ ...call.request, type: 'AskQuestion', questionId, askedBy: actor.id }),
      reply: { read: readQuestions, argument: { id: questionId, viewer: actor.id } },
    });
  }

  @Handles('qa.getQuestions')
  getQuestions(@Payload() call: Call<'qa.getQuestions'>): Promise<Rpc['qa.getQuestions']['reply']> {
    return readQuestionList(this.database, call.request, actorOf(call).id);
  }

  @Handles('qa.getQuestionById')
  async getQuestionById(@Payload() call: Call<'qa.getQuestionById'>): Promise<QuestionWire | Outcome<QuestionWire>> {
    const asked = { id: call.request.id, viewer: actorOf(call).id };
    const [page] = await readQuestionPages(this.database, [asked]);
    // The first reading is an event like any other; every later one is a read and nothing else.
    return page?.viewed ? page.question : this.view(call, asked.id, asked.viewer);
  }

  private view(call: Call<'qa.getQuestionById'>, questionId: string, viewedBy: string): Promise<Outcome<QuestionWire>> {
    return this.commands.execute(originOf('qa.getQuestionById', call.context, uuidv7()), {
      streamId: viewingStream(questionId, viewedBy),
      orderingKey: questionId,
      decider: viewingDecider,
      command: (): ViewQuestion => ({ type: 'ViewQuestion', questionId, viewedBy, visible: true }),
      reply: { read: readQuestions, argument: { id: questionId, viewer: viewedBy } },
    });
  }
}
