import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneAfter, doneReply, readReply } from '@parlour/kernel/log/reply';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import { refuseClosed } from '../community/community-audience.queries.ts';
import { nobody, readModerated } from '../community/moderating.queries.ts';
import { isDeleted } from '@parlour/posts/post.decider';
import { questionEditingDecider } from '../question/question-editing.decider.ts';
import { questionStream } from '../question/question.decider.ts';
import { viewerOf } from '../question/visibility.ts';
import { acceptanceDecider, acceptanceStream } from '../question/acceptance/acceptance.decider.ts';
import { type PressVote, votingDecider, votingStream } from '../question/votes/voting.decider.ts';
import { answerEditingDecider, type ChangeAnswer } from './answer-editing.decider.ts';
import { answerDecider, answerStream, type PostAnswer } from './answer.decider.ts';
import {
  countRestored,
  findAnswer,
  findAnswered,
  findVotable,
  readOwnAnswer,
  readPosted,
  readVotedAnswer,
  refuseHidden,
} from './answer.queries.ts';

/** Calls about answers. */
@Controller()
export class AnswerController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.addAnswer')
  async addAnswer(@Payload() call: Call<'qa.addAnswer'>) {
    const { qid: questionId, text } = call.request;
    const viewer = viewerOf(call, this.rights);
    const answerId = uuidv7();
    const found = await findAnswered(this.database, questionId, viewer);
    const answeredBy = viewer.viewer;
    return this.commands.execute(originOf(call), {
      streamId: answerStream(answerId),
      orderingKey: questionId,
      decider: answerDecider,
      guards: [{ streamId: questionStream(questionId), decider: questionEditingDecider }],
      command: ({ guards: [question] }): PostAnswer => {
        refuseClosed(found?.closed ?? false);
        const answers = found === undefined || isDeleted(question) ? null : found.answers;
        return { type: 'PostAnswer', answerId, questionId, answeredBy, text, answers };
      },
      reply: readReply(readPosted, { answerId, questionId, ...viewer }),
    });
  }

  @Handles('qa.voteOnAnswer')
  async voteOnAnswer(@Payload() call: Call<'qa.voteOnAnswer'>) {
    const { aid: answerId, vote } = call.request;
    const voter = viewerOf(call, this.rights);
    const votedBy = voter.viewer;
    const found = await findVotable(this.database, answerId, voter);
    const questionId = found?.questionId ?? answerId;
    const post = { questionId, answerId };
    const asked = { id: answerId, ...voter };
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: votingStream(post, votedBy),
      orderingKey: questionId,
      decider: votingDecider,
      command: (): PressVote => {
        refuseClosed(found?.closed ?? false);
        const isOwnAnswer = found?.author === votedBy;
        return { type: 'PressVote', post, votedBy, vote, visible: found !== undefined, isOwnAnswer };
      },
      reply: doneAfter((tx) => refuseHidden(tx, asked)),
    });
    return new Outcome(await readVotedAnswer(this.database.byKeys, asked, vote), positions);
  }

  @Handles('qa.editAnswer')
  async editAnswer(@Payload() call: Call<'qa.editAnswer'>) {
    const { aid: answerId, text, version } = call.request;
    const viewer = viewerOf(call, this.rights);
    const place = await findAnswer(this.database, answerId, viewer);
    const questionId = place?.questionId ?? null;
    const edit = (): Promise<Outcome<object>> =>
      this.commands.execute(originOf(call), {
        streamId: answerStream(answerId),
        orderingKey: questionId ?? answerId,
        decider: answerEditingDecider,
        guards: [blankingGuard(answerId)],
        command: ({ guards: [isErased] }): ChangeAnswer => {
          refuseClosed(place?.closed ?? false);
          const edit = { type: 'EditPost', texts: { text }, version, actorId: viewer.viewer, isErased } as const;
          return { ...edit, answerId, questionId };
        },
        reply: doneReply,
      });
    const read = (): Promise<AnswerWire> => this.read(answerId, place !== undefined);
    const { positions } = await withCurrent(edit, read);
    return new Outcome(await read(), positions);
  }

  @Handles('qa.deleteAnswer')
  deleteAnswer(@Payload() call: Call<'qa.deleteAnswer'>) {
    return this.delete(call, 'DeletePost');
  }

  @Handles('qa.restoreAnswer')
  restoreAnswer(@Payload() call: Call<'qa.restoreAnswer'>) {
    return this.delete(call, 'RestorePost');
  }

  private async delete(
    call: Call<'qa.deleteAnswer' | 'qa.restoreAnswer'>,
    type: 'DeletePost' | 'RestorePost',
  ): Promise<Outcome<AnswerWire>> {
    const { request } = call;
    const { aid: answerId } = request;
    const viewer = viewerOf(call, this.rights);
    const isReadable = (await findAnswer(this.database, answerId, viewer)) !== undefined;
    const moderated = await readModerated(this.database, 'answer', answerId, viewer);
    const { communityId, leads, isOperator } = moderated ?? nobody;
    // Leaders and operators remove also what they cannot read. They learn nothing of it.
    const isKnown = isReadable || leads || isOperator;
    const questionId = isKnown ? (moderated?.questionId ?? null) : null;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: answerStream(answerId),
      orderingKey: questionId ?? answerId,
      decider: answerEditingDecider,
      guards: [
        blankingGuard(answerId),
        ...(questionId === null ? [] : [{ streamId: acceptanceStream(questionId), decider: acceptanceDecider }]),
      ],
      command: ({ now, guards: [, acceptance] }): ChangeAnswer => ({
        ...{ type, answerId, questionId, isAccepted: acceptance?.answerId === answerId, actorId: viewer.viewer, now },
        ...{ communityId, leads, isOperator, reason: 'reason' in request ? (request.reason ?? '') : '' },
      }),
      reply: type === 'RestorePost' ? doneAfter((tx) => countRestored(tx, answerId)) : doneReply,
    });
    // Authors have no vote on it. What others voted is not read here: their page keeps it.
    const { myVote, ...unvoted } = await this.read(answerId, isKnown);
    const shown = unvoted.ansBy === call.context.actor?.name ? { ...unvoted, myVote: myVote ?? null } : unvoted;
    return new Outcome(isReadable ? shown : { ...unvoted, text: '', comments: [] }, positions);
  }

  /**
   * An answer that somebody has changed.
   * @throws {DomainError} `answer.unknown` if they know it no more, and only repeat the command
   */
  private async read(answerId: string, isKnown: boolean): Promise<AnswerWire> {
    if (!isKnown) throw new DomainError('answer.unknown', messages.answerUnknown);
    return readOwnAnswer(this.database, answerId);
  }
}
