import type { DynamicModule } from '@nestjs/common';
import { eventsOf } from '@parlour/contracts/envelope';
import type { QaEvent } from '@parlour/contracts/qa';
import { KernelTables1700000000000 } from '@parlour/kernel/database/kernel-tables';
import type { MakeLive } from '@parlour/kernel/log/relay';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { peopleView } from '@parlour/kernel/view/people-view';
import { AnswerController } from './answer/answer.controller.ts';
import { answerView, AnswerRow, readAnswers } from './answer/answer.view.ts';
import { Questions1760000000000 } from './migrations/1760000000000-questions.migrations.ts';
import { readQuestionRows } from './question/question-list.view.ts';
import { QuestionController } from './question/question.controller.ts';
import { live } from './question/question.live.ts';
import { QuestionRow, QuestionTotalRow, questionView, QuestionViewRow } from './question/question.view.ts';
import { TagRow, tagView } from './tag/tag.view.ts';

const makeLive: MakeLive = async (envelopes, database) => {
  const events = eventsOf<QaEvent>(envelopes);
  const posted = events.filter((event) => event.type === 'AnswerPosted');
  const questions = await readQuestionRows(database, [...new Set(events.map((event) => event.data.questionId))]);
  const answerIds = posted.map((event) => event.data.answerId);
  const answers = answerIds.length > 0 ? await readAnswers(database, answerIds) : [];
  const rows = { questions, answers: new Map(answers.map((answer) => [answer._id, answer])) };
  return { tells: events.flatMap((event) => live(event, rows)), endedSessions: [] };
};

/** Questions, answers and tags. */
export const qaDefinition: ServiceDefinition = {
  source: 'qa',
  database: {
    entities: [QuestionRow, QuestionViewRow, QuestionTotalRow, AnswerRow, TagRow],
    migrations: [KernelTables1700000000000, Questions1760000000000],
  },
  views: [peopleView('qa'), tagView, questionView, answerView],
  live: makeLive,
  controllers: [QuestionController, AnswerController],
  providers: [],
};

/** The service as a Nest module. */
export function qaModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(qaDefinition, environment);
}
