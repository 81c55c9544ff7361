import type {
  CommunityList,
  CommunityPosition,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  PollWire,
} from '@parlour/contracts/communities/communities';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { until } from '@parlour/kernel/testing/until';
import { type Answer, Person } from './person.ts';

/** An unknown id. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** How long eventual consistency may take on a busy machine, in milliseconds. */
export const patienceMs = 30_000;

/** A time so many milliseconds from now. */
export function fromNow(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

/** A user who takes part in communities. */
export class Neighbour extends Person {
  /** Signs up, and posts as often as creating a community requires. */
  async settle(): Promise<this> {
    await this.signUp();
    const { _id } = await this.ask(`Who else lives here, asks ${this.name}?`);
    await this.answer(_id, 'I do.');
    return this;
  }

  async found(name: string, visibility: CommunityVisibility = 'public'): Promise<CommunityWire> {
    const answer = await this.post<CommunityWire>('/community/create', communityBody(this.name, { name, visibility }));
    return this.must(answer, answer.body);
  }

  /** Requests an action on a person, by default themselves, and a list; it may be refused. */
  tryChange(
    communityId: string,
    list: CommunityList,
    action: MembershipAction,
    username = this.name,
  ): Promise<Answer<CommunityWire>> {
    return this.post(`/community/${list}/${action}`, { communityId, username });
  }

  async change(
    communityId: string,
    list: CommunityList,
    action: MembershipAction,
    username = this.name,
  ): Promise<CommunityWire> {
    const answer = await this.tryChange(communityId, list, action, username);
    return this.must(answer, answer.body);
  }

  async makeVisible(communityId: string, visibility: CommunityVisibility): Promise<void> {
    const body = { communityId, visibility };
    this.must(await this.call('PATCH', '/community/toggleCommunityVisibility', { body }), undefined);
  }

  /** A community as they may see it. */
  async look(communityId: string): Promise<CommunityWire> {
    const answer = await this.get<CommunityWire>(`/community/${communityId}`);
    return this.must(answer, answer.body);
  }

  async positionIn(communityId: string): Promise<CommunityPosition> {
    return (await this.look(communityId)).position;
  }

  async addPoll(communityId: string, more: Record<string, unknown> = {}): Promise<PollWire> {
    const answer = await this.post<PollWire>('/poll/addPoll', pollBody(this.name, communityId, more));
    return this.must(answer, answer.body);
  }

  /** Votes for the option with this index; it may be refused. */
  vote({ _id: pollId, options }: PollWire, place = 0): Promise<Answer<PollWire>> {
    return this.post('/poll/voteOnPoll', { pollId, optionId: options[place]?._id, username: this.name });
  }

  async polls(communityId: string, status: 'active' | 'all' = 'active'): Promise<readonly PollWire[]> {
    const answer = await this.get<PollWire[]>(`/poll/getPollsByCommunityId/${communityId}?status=${status}`);
    return this.must(answer, answer.body);
  }

  /**
   * Waits until questions and notifications have applied everything this person has seen: they lag
   * a moment.
   */
  async knownEverywhere(): Promise<void> {
    for (const path of ['/question/getQuestion?order=newest', `/getNotifications/${this.name}`]) {
      await until(`${path} has followed`, async () => !(await this.get(path)).headers.has('x-stale'), patienceMs);
    }
  }

  async notifications(): Promise<readonly NotificationWire[]> {
    const answer = await this.get<NotificationWire[]>(`/getNotifications/${this.name}`);
    return this.must(answer, answer.body);
  }

  async follows(qid: string): Promise<void> {
    this.must(await this.post('/question/followQuestion', { qid, username: this.name }), undefined);
  }
}

/**
 * The body of a community as the page of the specification sends it, including fields owned by the
 * server.
 */
export function communityBody(owner: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const lists = { members: ['nobody'], pendingMembers: ['nobody'], bannedMembers: [owner], moderators: ['nobody'] };
  return { name: 'Neighbours', description: 'Who lives here', owner, ...lists, visibility: 'public', ...more };
}

/** The body of a poll as the page of the specification sends it. */
export function pollBody(
  createdBy: string,
  communityId: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const texts = { questionText: 'Tea or coffee?', options: ['Tea', 'Coffee'] };
  return { ...texts, expiresAt: fromNow(3_600_000), createdBy, communityId, ...more };
}

/** A person's wanted relation to a community. */
export type Membership = 'moderator' | 'member' | 'banned' | 'pending' | 'other';

/** The viewer's position of each. Source: decisions C-1. */
export const positionOf = { owner: 1, moderator: 2, member: 3, banned: 4, pending: 5, other: 6 } as const;

/**
 * Brings a person into this relation to the owner's community, whatever it was, and waits until
 * every service has applied it.
 */
export async function place(
  owner: Neighbour,
  { _id, visibility }: Pick<CommunityWire, '_id' | 'visibility'>,
  person: Neighbour,
  membership: Membership,
): Promise<void> {
  const { name } = person;
  const is = (): Promise<CommunityPosition> => person.positionIn(_id);
  const now = await is();
  if (now === positionOf[membership]) return;
  if (now === positionOf.banned) await owner.change(_id, 'bannedMembers', 'remove', name);
  else if (now === positionOf.pending) await owner.change(_id, 'pendingMembers', 'deny', name);
  else if (now !== positionOf.other) await owner.change(_id, 'members', 'remove', name);
  if (membership === 'banned') await owner.change(_id, 'bannedMembers', 'add', name);
  if (membership === 'pending') await person.change(_id, 'pendingMembers', 'add');
  if (membership === 'member' || membership === 'moderator') {
    await person.change(_id, 'pendingMembers', 'add');
    if (visibility === 'private') await owner.change(_id, 'pendingMembers', 'approve', name);
  }
  if (membership === 'moderator') await owner.change(_id, 'moderators', 'add', name);
  if ((await is()) !== positionOf[membership]) throw new Error(`${name} is not ${membership}.`);
  await owner.knownEverywhere();
}
