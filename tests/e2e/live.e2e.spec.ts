import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Listener, Person, Visitor } from './person.ts';
import { own, sharedSite } from './shared.ts';

let url: string;
let ann: Person;
let ben: Person;
const listeners: Listener[] = [];

beforeAll(async () => {
  ({ url } = await sharedSite());
  ann = await new Person(url, own('Ann')).signUp();
  ben = await new Person(url, own('Ben')).signUp();
});
afterAll(() => {
  for (const listener of listeners) listener.close();
});

async function listen(person: Person): Promise<Listener> {
  const listener = await person.listen();
  listeners.push(listener);
  return listener;
}

async function refusal(visitor: Visitor, headers: Record<string, string> = {}): Promise<string> {
  const socket = visitor.socket(headers);
  const refused = once(socket as unknown as NodeJS.EventEmitter, 'connect_error'); // has `once`
  socket.connect();
  const [failure] = (await refused) as [Error];
  socket.disconnect();
  return failure.message;
}

describe('live events', () => {
  test('[EV-1] a question, its views and its answers reach the other person', async () => {
    const listener = await listen(ben);
    const asked = await ann.ask('Can you see this at once?');
    expect(await listener.waitFor('questionUpdate', (row) => row._id === asked._id)).toMatchObject({
      title: 'Can you see this at once?',
      askedBy: ann.name,
      answerCount: 0,
    });
    await ann.read(asked._id);
    expect(await listener.waitFor('viewsUpdate', (row) => row._id === asked._id)).toMatchObject({ viewCount: 1 });
    // What goes to many has no vote of the receiver.
    const { myVote: _, ...answer } = await ann.answer(asked._id, 'I can.');
    expect(await listener.waitFor('answerUpdate', (update) => update.qid === asked._id)).toEqual({
      qid: asked._id,
      answer,
    });
    await listener.waitFor('questionUpdate', (row) => row._id === asked._id && row.answerCount === 1);
  });

  test('a newcomer is announced', async () => {
    const listener = await listen(ann);
    await new Person(url, own('Newcomer')).signUp();
    const update = await listener.waitFor('userUpdate', ({ user }) => user.username === own('Newcomer'));
    expect(update).toMatchObject({ type: 'created' });
    expect(Object.keys(update.user).sort()).toEqual([
      '_id',
      'dateJoined',
      'followVisibility',
      'followerCount',
      'followingCount',
      'username',
    ]);
  });

  test('a question for followers only is sent to its author only', async () => {
    const [author, stranger] = [await listen(ann), await listen(ben)];
    const hidden = await ann.ask('For my followers', { onlyFollowers: true });
    await ann.answer(hidden._id, 'Hidden as well.');
    const open = await ann.ask('For everybody');
    await author.waitFor('answerUpdate', ({ qid }) => qid === hidden._id);
    // Messages of one log come in order: with the later one, the earlier one would have arrived.
    await stranger.waitFor('questionUpdate', (row) => row._id === open._id);
    expect(JSON.stringify(stranger.received)).not.toContain(hidden._id);
  });
});

describe('[RO-1] a socket needs', () => {
  test('a session', async () => {
    expect(await refusal(new Visitor(url))).toBe('session.missing');
    const forger = new Visitor(url);
    forger.cookies.set('parlour_access', 'forged');
    expect(await refusal(forger)).toBe('session.missing');
  });

  test('a page of this site', async () => {
    await expect(refusal(ann, { origin: 'https://evil.example' })).resolves.not.toBe('');
    const own = await ann.listen();
    own.close();
  });

  test('an active session: logging out ends it at once', async () => {
    const guest = await new Person(url, own('Guest')).signUp();
    const listener = await listen(guest);
    const ended = once(listener.socket as unknown as NodeJS.EventEmitter, 'disconnect'); // has `once`
    const kept = new Map(guest.cookies);
    await guest.post('/user/logout', {});
    await ended;
    for (const [name, value] of kept) guest.cookies.set(name, value);
    expect(await refusal(guest)).toBe('session.ended');
  });
});
