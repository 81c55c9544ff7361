import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CommunitiesEvent, PollCreated, PollStatus, PollVoted } from '@parlour/contracts/communities';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A poll. */
@Entity('polls')
@Index('polls_latest', { synchronize: false })
@Index('polls_active', { synchronize: false })
@Index('polls_ended', { synchronize: false })
@Index('polls_due', { synchronize: false })
export class PollRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'polls_pkey' })
  id!: string;

  @Column('text', { name: 'community_id' })
  communityId!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('text', { name: 'question_text' })
  questionText!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text')
  status!: PollStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** An option with the number of its votes, so that nobody has to count. */
@Entity('poll_options')
export class PollOptionRow {
  @PrimaryColumn('text', { name: 'poll_id', primaryKeyConstraintName: 'poll_options_pkey' })
  pollId!: string;

  @PrimaryColumn('text', { name: 'option_id', primaryKeyConstraintName: 'poll_options_pkey' })
  optionId!: string;

  @Column('int')
  place!: number;

  @Column('text')
  text!: string;

  @Column('int', { name: 'vote_count' })
  voteCount!: number;
}

/** Votes, by voter. */
@Entity('poll_votes')
@Index('poll_votes_order', ['pollId', 'optionId', 'position'])
export class PollVoteRow {
  @PrimaryColumn('text', { name: 'poll_id', primaryKeyConstraintName: 'poll_votes_pkey' })
  pollId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'poll_votes_pkey' })
  userId!: string;

  @Column('text', { name: 'option_id' })
  optionId!: string;

  @Column('bigint')
  position!: number;
}

const create = statement(
  'polls.create',
  `insert into polls (id, community_id, position, created_by, question_text, expires_at, status, created_at)
   select n.id, n.community_id, n.position, n.created_by, n.question_text, n.expires_at, 'active', n.created_at
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
       as n(id, community_id, position, created_by, question_text, expires_at, created_at)
   on conflict (id) do nothing`,
);

const offer = statement(
  'polls.offer',
  `insert into poll_options (poll_id, option_id, place, text, vote_count)
   select n.*, 0 from unnest($1::text[], $2::text[], $3::int[], $4::text[]) n
   on conflict (poll_id, option_id) do nothing`,
);

// Counts grow by what was actually inserted, one update per option, however many votes come
// together.
const vote = statement(
  'polls.vote',
  `with cast_votes as (
     insert into poll_votes (poll_id, user_id, option_id, position)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
     on conflict (poll_id, user_id) do nothing
     returning poll_id, option_id
   )
   update poll_options o set vote_count = o.vote_count + n.votes
     from (select poll_id, option_id, count(*) as votes from cast_votes group by poll_id, option_id) n
    where o.poll_id = n.poll_id and o.option_id = n.option_id`,
);

const close = statement('polls.close', `update polls set status = 'closed' where id = any($1::text[])`);

/** Polls, their options and votes. */
export const pollView: View = {
  name: 'communities.polls',
  source: 'communities',
  tables: ['polls', 'poll_options', 'poll_votes'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const created: Envelope<PollCreated>[] = [];
    const voted: Envelope<PollVoted>[] = [];
    const closed: string[] = [];
    for (const event of eventsOf<CommunitiesEvent>(events)) {
      switch (event.type) {
        case 'PollCreated':
          created.push(event);
          break;
        case 'PollVoted':
          voted.push(event);
          break;
        case 'PollClosed':
          closed.push(event.data.pollId);
          break;
        case 'CommunityCreated':
        case 'CommunityVisibilityChanged':
        case 'OwnershipPassed':
        case 'CommunityClosed':
        case 'StandingChanged':
          break;
        default:
          event satisfies never;
      }
    }
    if (created.length > 0) await insertPolls(tx, created);
    if (voted.length > 0) {
      await tx.query(vote, [
        voted.map((event) => event.data.pollId),
        voted.map((event) => event.data.userId),
        voted.map((event) => event.data.optionId),
        voted.map((event) => event.position),
      ]);
    }
    if (closed.length > 0) await tx.query(close, [closed]);
  },
};

async function insertPolls(tx: Tx, created: readonly Envelope<PollCreated>[]): Promise<void> {
  await tx.query(create, [
    created.map((event) => event.data.pollId),
    created.map((event) => event.data.communityId),
    created.map((event) => event.position),
    created.map((event) => event.data.createdBy),
    created.map((event) => event.data.questionText),
    created.map((event) => event.data.expiresAt),
    created.map((event) => event.occurredAt),
  ]);
  const options = created.flatMap(({ data: { pollId, options: offered } }) =>
    offered.map((option, place) => ({ pollId, place, ...option })),
  );
  await tx.query(offer, [
    options.map((option) => option.pollId),
    options.map((option) => option.optionId),
    options.map((option) => option.place),
    options.map((option) => option.text),
  ]);
}
