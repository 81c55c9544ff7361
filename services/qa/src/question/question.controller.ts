import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneAfter, doneReply, readReply } from '@parlour/kernel/log/reply';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { Json } from '@parlour/kernel/rpc/json';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import { readAccess, refuseClosed } from '../community/community-audience.queries.ts';
import { nobody, readModerated } from '../community/moderating.queries.ts';
import { answerStream } from '../answer/answer.decider.ts';
import { answerEditingDecider } from '../answer/answer-editing.decider.ts';
import { isDeleted } from '@parlour/posts/post.decider';
import { acceptanceDecider, acceptanceStream, type Accept } from './acceptance/acceptance.decider.ts';
import { findAcceptable, refuseUnacceptable } from './acceptance/acceptance.queries.ts';
import { followingDecider, followingStream, type ToggleFollowing } from './following/following.decider.ts';
import type { QuestionForViewer } from './page/question-for-viewer.queries.ts';
import {
  readPageAccess,
  readQuestionAccess,
  readQuestionPage,
  readQuestionsIn,
  refuseHidden,
} from './page/question-page.queries.ts';
import { readAsked } from './lists/asking.queries.ts';
import { type ChangeQuestion, questionEditingDecider } from './question-editing.decider.ts';
import { type AskQuestion, questionDecider, questionStream } from './question.decider.ts';
import { markRead } from './page/reading.queries.ts';
import { type ViewQuestion, viewingDecider, viewingStream } from './viewing/viewing.decider.ts';
import { viewerOf } from './visibility.ts';
import { readVotes } from './votes/votes.queries.ts';
import { type PressVote, votingDecider, votingStream } from './votes/voting.decider.ts';

/** The reply about a question to somebody who cannot read it. */
function withoutContent(question: Json<QuestionWire>): Json<QuestionWire> {
  const none = { title: '', text: '', excerpt: '', tags: [], answers: [], comments: [] };
  const nobodys = { upVotes: [], downVotes: [], views: [], following: [] };
  return new Json(JSON.stringify({ ...question.parse(), ...none, ...nobodys }));
}

/** Calls about questions. */
@Controller()
export class QuestionController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.addQuestion')
  async addQuestion(@Payload() call: Call<'qa.addQuestion'>) {
    const asker = viewerOf(call, this.rights);
    const { communityId = null } = call.request;
    const access = communityId === null ? 'all' : await readAccess(this.database, communityId, asker);
    const questionId = uuidv7();
    return this.commands.execute(originOf(call), {
      streamId: questionStream(questionId),
      orderingKey: questionId,
      decider: questionDecider,
      command: (): AskQuestion => {
        refuseClosed(access === 'reading');
        const mayAsk = access === 'all';
        return { ...call.request, type: 'AskQuestion', questionId, askedBy: asker.viewer, mayAsk };
      },
      reply: readReply(readAsked, { id: questionId, communityId, ...asker }),
    });
  }

  @Handles('qa.editQuestion')
  async editQuestion(@Payload() call: Call<'qa.editQuestion'>) {
    const { qid: questionId, title, text, tags, version } = call.request;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const access = await readPageAccess(this.database, asked);
    const edit = (): Promise<Outcome<object>> =>
      this.commands.execute(originOf(call), {
        streamId: questionStream(questionId),
        orderingKey: questionId,
        decider: questionEditingDecider,
        guards: [blankingGuard(questionId)],
        command: ({ guards: [isErased] }): ChangeQuestion => {
          refuseClosed(access === 'reading');
          return {
            ...{ type: 'EditPost', texts: { title, text, tags }, version, actorId: asked.viewer },
            ...{ isErased, visible: access !== 'none' },
          };
        },
        reply: doneReply,
      });
    const { positions } = await withCurrent(edit, async () => (await this.read(asked)).parse());
    return new Outcome(await this.read(asked), positions);
  }

  @Handles('qa.deleteQuestion')
  deleteQuestion(@Payload() call: Call<'qa.deleteQuestion'>) {
    return this.delete(call, 'DeletePost');
  }

  @Handles('qa.restoreQuestion')
  restoreQuestion(@Payload() call: Call<'qa.restoreQuestion'>) {
    return this.delete(call, 'RestorePost');
  }

  @Handles('qa.getQuestionById')
  async getQuestionById(@Payload() call: Call<'qa.getQuestionById'>) {
    const { id, ...part } = call.request;
    const asked = { id, ...viewerOf(call, this.rights) };
    const page = await readQuestionPage(this.database, asked, part);
    // Only the first view emits an event; later views, and reading further answers, are plain
    // reads.
    if (!page.viewed && part.after === undefined) return this.view(call, asked);
    if (page.behind && part.after === undefined) await markRead(this.database, id, asked.viewer);
    return page.question;
  }

  @Handles('qa.markRead')
  async markRead(@Payload() call: Call<'qa.markRead'>) {
    const asked = { id: call.request.qid, ...viewerOf(call, this.rights) };
    if ((await readQuestionAccess(this.database, asked)) === 'none') {
      throw new DomainError('question.unknown', messages.questionUnknown);
    }
    await markRead(this.database, asked.id, asked.viewer);
    return { unread: false } as const;
  }

  @Handles('qa.vote')
  async vote(@Payload() call: Call<'qa.vote'>) {
    const { qid: questionId, vote } = call.request;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const access = await readQuestionAccess(this.database, asked);
    const votedBy = asked.viewer;
    const post = { questionId };
    return this.commands.execute(originOf(call), {
      streamId: votingStream(post, votedBy),
      orderingKey: questionId,
      decider: votingDecider,
      command: (): PressVote => {
        refuseClosed(access === 'reading');
        return { type: 'PressVote', post, votedBy, vote, visible: access !== 'none', isOwnAnswer: false };
      },
      reply: readReply(readVotes, { ...asked, vote }),
    });
  }

  @Handles('qa.acceptAnswer')
  async acceptAnswer(@Payload() call: Call<'qa.acceptAnswer'>) {
    const { qid: questionId, aid: answerId } = call.request;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const found = await findAcceptable(this.database, questionId, answerId, asked);
    const { isAsker = false, hasAnswer = false, closed = false } = found ?? {};
    const question = { questionId, visible: found !== undefined, isAsker };
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: acceptanceStream(questionId),
      orderingKey: questionId,
      decider: acceptanceDecider,
      guards: [
        { streamId: questionStream(questionId), decider: questionEditingDecider },
        ...(answerId === null ? [] : [{ streamId: answerStream(answerId), decider: answerEditingDecider }]),
      ],
      command: ({ guards: [post, answer] }): Accept => {
        refuseClosed(closed);
        const visible = question.visible && !isDeleted(post);
        const isThere = hasAnswer && !isDeleted(answer);
        return { type: 'Accept', ...question, visible, answerId, hasAnswer: isThere, acceptedBy: asked.viewer };
      },
      reply: doneAfter((tx) => refuseUnacceptable(tx, asked)),
    });
    return new Outcome(await this.read(asked), positions);
  }

  @Handles('qa.followQuestion')
  async followQuestion(@Payload() call: Call<'qa.followQuestion'>) {
    const questionId = call.request.qid;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const visible = (await readQuestionAccess(this.database, asked)) !== 'none';
    const userId = asked.viewer;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: followingStream(questionId, userId),
      orderingKey: questionId,
      decider: followingDecider,
      command: (): ToggleFollowing => ({ type: 'ToggleFollowing', questionId, userId, visible }),
      reply: doneAfter((tx) => refuseHidden(tx, asked)),
    });
    return new Outcome(await this.read(asked), positions);
  }

  private async delete(
    call: Call<'qa.deleteQuestion' | 'qa.restoreQuestion'>,
    type: 'DeletePost' | 'RestorePost',
  ): Promise<Outcome<Json<QuestionWire>>> {
    const { request } = call;
    const { qid: questionId } = request;
    const asked = { id: questionId, ...viewerOf(call, this.rights) };
    const isReadable = async (): Promise<boolean> => (await readPageAccess(this.database, asked)) !== 'none';
    const moderated = await readModerated(this.database, 'question', questionId, asked);
    const { communityId, leads, isOperator } = moderated ?? nobody;
    const visible = (await isReadable()) || leads || isOperator;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: questionStream(questionId),
      orderingKey: questionId,
      decider: questionEditingDecider,
      guards: [blankingGuard(questionId)],
      command: ({ now }): ChangeQuestion => ({
        ...{ type, actorId: asked.viewer, now, reason: 'reason' in request ? (request.reason ?? '') : '' },
        ...{ communityId, leads, isOperator, visible },
      }),
      reply: doneReply,
    });
    // A repeated command gets its stored reply, but not the page if the caller may not see it any
    // more.
    if (!visible) throw new DomainError('question.unknown', messages.questionUnknown);
    // Owners, moderators and operators remove also what they cannot read, and restore what its
    // asker had deleted too. They learn nothing of it. It is read as its asker reads it with
    // `fresh: false`: the rule then lets askers read their own questions even without access to the
    // community.
    if (await isReadable()) return new Outcome(await this.read(asked), positions);
    const asAsker = { ...asked, viewer: moderated?.asker ?? asked.viewer, fresh: false };
    return new Outcome(withoutContent(await this.read(asAsker)), positions);
  }

  /** The question as its viewer sees it, with its first answers. */
  private async read(asked: QuestionForViewer): Promise<Json<QuestionWire>> {
    return (await readQuestionPage(this.database, asked)).question;
  }

  private view(call: Call<'qa.getQuestionById'>, asked: QuestionForViewer): Promise<Outcome<Json<QuestionWire>>> {
    const { id: questionId, viewer: viewedBy } = asked;
    return this.commands.execute(originOf(call), {
      streamId: viewingStream(questionId, viewedBy),
      orderingKey: questionId,
      decider: viewingDecider,
      command: (): ViewQuestion => ({ type: 'ViewQuestion', questionId, viewedBy, visible: true }),
      reply: readReply(readQuestionsIn(call.request.answers), asked),
    });
  }
}
