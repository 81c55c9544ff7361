import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionRowWire, QuestionWire, VoteWire } from '@parlour/contracts/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json, JsonPage } from '@parlour/kernel/rpc/json';
import { readAccess, refuseClosed } from '../community/community-audience.queries.ts';
import { followingDecider, followingStream, type ToggleFollowing } from './following.decider.ts';
import { readQuestionList } from './question-list.queries.ts';
import type { QuestionAsker } from './question-askers.ts';
import { readQuestionAccess, readQuestionPage, readQuestions } from './question-page.queries.ts';
import { type AskQuestion, questionDecider, questionStream } from './question.decider.ts';
import { type ViewQuestion, viewingDecider, viewingStream } from './viewing.decider.ts';
import { viewerOf } from './visibility.ts';
import { readVotes } from './votes.queries.ts';
import { type PressVote, votingDecider, votingStream } from './voting.decider.ts';

/** Calls about questions. */
@Controller()
export class QuestionController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
  ) {}

  @Handles('qa.addQuestion')
  async addQuestion(@Payload() call: Call<'qa.addQuestion'>): Promise<Outcome<Json<QuestionWire>>> {
    const asker = viewerOf(call, this.rights);
    const { communityId = null } = call.request;
    const mayAsk = communityId === null || (await readAccess(this.database, communityId, asker)) === 'all';
    const questionId = uuidv7();
    return this.commands.execute(originOf('qa.addQuestion', call.context, uuidv7()), {
      streamId: questionStream(questionId),
      orderingKey: questionId,
      decider: questionDecider,
      command: (): AskQuestion => ({
        ...call.request,
        type: 'AskQuestion',
        questionId,
        askedBy: asker.viewer,
        mayAsk,
      }),
      reply: { read: readQuestions, argument: { id: questionId, ...asker } },
    });
  }

  @Handles('qa.getQuestions')
  async getQuestions(@Payload() call: Call<'qa.getQuestions'>): Promise<JsonPage<QuestionRowWire>> {
    const viewer = viewerOf(call, this.rights);
    const { communityId } = call.request;
    if (communityId !== undefined && (await readAccess(this.database, communityId, viewer)) === 'none') {
      throw new DomainError('community.unknown', messages.communityUnknown);
    }
    return readQuestionList(this.database, call.request, viewer);
  }

  @Handles('qa.getQuestionById')
  async getQuestionById(
    @Payload() call: Call<'qa.getQuestionById'>,
  ): Promise<Json<QuestionWire> | Outcome<Json<QuestionWire>>> {
    const { id, after } = call.request;
    const asked = { id, ...viewerOf(call, this.rights) };
    const page = await readQuestionPage(this.database, asked, after);
    // Only the first view emits an event; later views, and reading further answers, are plain
    // reads.
    return page.viewed || after !== undefined ? page.question : this.view(call, asked);
  }

  @Handles('qa.vote')
  async vote(@Payload() call: Call<'qa.vote'>): Promise<Outcome<VoteWire>> {
    const { qid: questionId, vote } = call.request;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const access = await readQuestionAccess(this.database, asked);
    const votedBy = asked.viewer;
    return this.commands.execute(originOf('qa.vote', call.context, uuidv7()), {
      streamId: votingStream(questionId, votedBy),
      orderingKey: questionId,
      decider: votingDecider,
      command: (): PressVote => {
        refuseClosed(access === 'reading');
        return { type: 'PressVote', questionId, votedBy, vote, visible: access !== 'none' };
      },
      reply: { read: readVotes, argument: { ...asked, vote } },
    });
  }

  @Handles('qa.followQuestion')
  async followQuestion(@Payload() call: Call<'qa.followQuestion'>): Promise<Outcome<Json<QuestionWire>>> {
    const questionId = call.request.qid;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const visible = (await readQuestionAccess(this.database, asked)) !== 'none';
    const userId = asked.viewer;
    return this.commands.execute(originOf('qa.followQuestion', call.context, uuidv7()), {
      streamId: followingStream(questionId, userId),
      orderingKey: questionId,
      decider: followingDecider,
      command: (): ToggleFollowing => ({ type: 'ToggleFollowing', questionId, userId, visible }),
      reply: { read: readQuestions, argument: asked },
    });
  }

  private view(call: Call<'qa.getQuestionById'>, asked: QuestionAsker): Promise<Outcome<Json<QuestionWire>>> {
    const { id: questionId, viewer: viewedBy } = asked;
    return this.commands.execute(originOf('qa.getQuestionById', call.context, uuidv7()), {
      streamId: viewingStream(questionId, viewedBy),
      orderingKey: questionId,
      decider: viewingDecider,
      command: (): ViewQuestion => ({ type: 'ViewQuestion', questionId, viewedBy, visible: true }),
      reply: { read: readQuestions, argument: asked },
    });
  }
}
