import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerWire } from '@parlour/contracts/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { refuseClosed } from '../community/community-audience.queries.ts';
import { viewerOf } from '../question/visibility.ts';
import { answerDecider, answerStream, type PostAnswer } from './answer.decider.ts';
import { findAnswered, readAnswers } from './answer.queries.ts';

/** Calls about answers. */
@Controller()
export class AnswerController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
  ) {}

  @Handles('qa.addAnswer')
  async addAnswer(@Payload() call: Call<'qa.addAnswer'>): Promise<Outcome<AnswerWire>> {
    const { qid: questionId, text } = call.request;
    const viewer = viewerOf(call, this.rights);
    const answerId = uuidv7();
    const found = await findAnswered(this.database, questionId, viewer);
    const answeredBy = viewer.viewer;
    return this.commands.execute(originOf('qa.addAnswer', call.context, uuidv7()), {
      streamId: answerStream(answerId),
      orderingKey: questionId,
      decider: answerDecider,
      command: (): PostAnswer => {
        refuseClosed(found?.closed ?? false);
        return { type: 'PostAnswer', answerId, questionId, answeredBy, text, answers: found?.answers ?? null };
      },
      reply: { read: readAnswers, argument: answerId },
    });
  }
}
