import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { CommentWire } from '@parlour/contracts/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { refuseClosed } from '../community/community-audience.queries.ts';
import { viewerOf } from '../question/visibility.ts';
import { commentDecider, commentStream, type PostComment } from './comment.decider.ts';
import { findTarget, readComments } from './comment.queries.ts';

/** Calls about comments. */
@Controller()
export class CommentController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
  ) {}

  @Handles('qa.addComment')
  async addComment(@Payload() call: Call<'qa.addComment'>): Promise<Outcome<CommentWire>> {
    const { id, type: on, text } = call.request;
    const viewer = viewerOf(call, this.rights);
    const commentId = uuidv7();
    const target = await findTarget(this.database, on, id, viewer);
    const commentedBy = viewer.viewer;
    return this.commands.execute(originOf('qa.addComment', call.context, uuidv7()), {
      streamId: commentStream(commentId),
      orderingKey: target?.questionId ?? id,
      decider: commentDecider,
      command: (): PostComment => {
        refuseClosed(target?.closed ?? false);
        return { type: 'PostComment', commentId, commentedBy, text, on, target };
      },
      reply: { read: readComments, argument: commentId },
    });
  }
}
