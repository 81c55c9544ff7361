import type { Blanked } from '@parlour/contracts/posts/blanking';
import type { Source } from '@parlour/contracts/envelope';
import type { Database } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands, Guard } from '@parlour/kernel/log/commands';
import { type Erasure, eraseTexts } from '@parlour/kernel/log/erase-texts';
import { doneAfter } from '@parlour/kernel/log/reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import type { DeletablePost } from './deletion.decider.ts';
import { type BlankPost, blankingStream, type EraseDeleted, erasingDecider } from './erasing.decider.ts';

/** A post as far as erasing its texts needs. */
export interface ErasablePost<Place extends object> {
  readonly source: Source;
  readonly id: string;
  readonly orderingKey: string;
  /** What its event says. */
  readonly place: Place;
  /** Where the log has its texts. */
  readonly texts: Omit<Erasure, 'blanking'>;
  /** Knows whether it is deleted. */
  readonly deletion: Guard<Partial<Pick<DeletablePost, 'deleted'>> | null>;
}

function erasureOf<Place extends object>({ source, id, orderingKey, texts }: ErasablePost<Place>) {
  const streamId = blankingStream(id);
  const reply = doneAfter((tx) => eraseTexts(tx, source, { blanking: streamId, ...texts }));
  return { streamId, orderingKey, decider: erasingDecider<Place>(), reply };
}

/**
 * Blanks a post: one commit erases its texts from its row and its events. Source: decisions O-1;
 * docs/design/architecture.md#erasing.
 */
export async function blank<Place extends object>(
  commands: Commands,
  origin: CommandOrigin,
  post: ErasablePost<Place>,
): Promise<Blanked> {
  const { positions } = await commands.execute(origin, {
    ...erasureOf(post),
    command: (): BlankPost<Place> => ({ type: 'BlankPost', place: post.place }),
  });
  return { changed: positions[post.source] !== undefined };
}

/** A deleted post whose texts are to be erased. */
export interface Due {
  readonly id: string;
  /** ISO-8601. */
  readonly deletedAt: string;
}

/**
 * Erases the texts of posts that were deleted 30 days ago, or at the next start: what is due is in
 * a table, not in a timer. Source: decisions E-3, Q-31, P-14.
 */
export function erasingPolicyOf<DuePost extends Due>(
  name: string,
  readDue: (database: Database, limit: number) => Promise<DuePost[]>,
  erasable: (post: DuePost) => ErasablePost<object>,
): Policy<DuePost> {
  return {
    name,
    reactions: {},
    async due(database, limit) {
      const posts = await readDue(database, limit);
      return posts.map((post) => ({ id: `${blankingStream(post.id)}/${post.deletedAt}`, command: post }));
    },
    execute(due, origin, { commands }) {
      const post = erasable(due);
      return commands.execute(origin, {
        ...erasureOf(post),
        guards: [post.deletion],
        command: ({ now, guards: [state] }): EraseDeleted<object> => ({
          ...{ type: 'EraseDeleted', place: post.place, now },
          deletedAt: state?.deleted?.deletedAt ?? null,
        }),
      });
    },
  };
}
