import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour, patienceMs, unknownId } from '../e2e/neighbour.ts';
import { type Listener, Person, questionBody } from '../e2e/person.ts';
import { ask, moveOf, movesOf, Player } from '../e2e/player.ts';
import type { Product } from '../e2e/running-product.ts';

/**
 * Covers what every deployment must do and only separate processes can break: calls and events
 * cross every service, and with two gateways the actor uses another one than the observer. The
 * rules are tested in the embedded deployment.
 */
export function describeJourney(siteOf: () => Product): void {
  describe('a journey through every service, over HTTP and sockets', () => {
    let ann: Neighbour;
    let ben: Neighbour;
    let eve: Neighbour;
    const listeners: Listener[] = [];

    const url = (): string => siteOf().url;
    const listen = async (person: Person): Promise<Listener> => {
      const listener = await person.listen();
      listeners.push(listener);
      return listener;
    };
    /** A session in another window, on the other gateway. */
    const elsewhere = (person: Person): Person => {
      const other = new Person(url(), person.name);
      if (other.url === person.url) other.url = new Person(url(), person.name).url;
      for (const [name, value] of person.cookies) other.cookies.set(name, value);
      return other;
    };

    beforeAll(async () => {
      [ann, ben, eve] = [
        await new Neighbour(url(), 'Ann Journey').settle(),
        await new Neighbour(url(), 'Ben Journey').signUp(),
        await new Neighbour(url(), 'Eve Journey').signUp(),
      ];
    });
    afterAll(() => listeners.forEach((listener) => listener.close()));

    test('a session works at every gateway, and its end applies to all of them', async () => {
      const guest = await new Person(url(), 'Guest Journey').signUp();
      const window = elsewhere(guest);
      expect((await window.get('/user/session')).body).toMatchObject({ username: guest.name });
      const { socket } = await listen(window);
      const ended = once(socket as unknown as NodeJS.EventEmitter, 'disconnect'); // has `once`
      expect((await guest.post('/user/logout', {})).status).toBe(200);
      await ended;
      await until('no gateway serves it', async () => (await window.get('/user/session')).status === 401, patienceMs);
    });

    test('people read their own writes at once, through any gateway and service', async () => {
      const [first, second] = [ann.url, elsewhere(ann).url];
      const reader = await new Neighbour(url(), 'Reader Journey').signUp();
      const [open, hidden] = [await ann.ask('For all'), await ann.ask('For followers', { onlyFollowers: true })];
      for (let round = 0; round < 5; round++) {
        ann.url = round % 2 === 0 ? first : second;
        const { _id } = await ann.ask(`Round ${round}`);
        ann.url = round % 2 === 0 ? second : first;
        expect((await ann.questions()).map((row) => row._id)).toContain(_id);
        // One service knows who follows whom, and another one's visibility depends on it.
        const status = async ({ _id: id }: QuestionWire): Promise<number> =>
          (await reader.get(`/question/getQuestionById/${id}`)).status;
        reader.url = ann.url;
        await reader.follow(ann.name);
        reader.url = reader.url === first ? second : first;
        expect(await Promise.all([open, hidden].map(status))).toEqual([200, 200]);
        await reader.unfollow(ann.name);
        reader.url = reader.url === first ? second : first;
        expect(await Promise.all([open, hidden].map(status))).toEqual([200, 404]);
      }
      ann.url = first;
    });

    test('concurrent questions through both gateways reach everybody, in the order of the log', async () => {
      const listeners = await Promise.all([listen(ann), listen(ben)]);
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ann : ben).ask(`At once ${index}`)),
      );
      const ids = new Set(asked.map(({ _id }) => _id));
      const order = (await eve.questions('&limit=100')).map(({ _id }) => _id).filter((id) => ids.has(id));
      expect(order).toHaveLength(asked.length);
      for (const listener of listeners) {
        await listener.waitFor('questionUpdate', ({ _id }) => _id === order[0], patienceMs);
        const told = listener.received
          .filter(({ event }) => event === 'questionUpdate')
          .map(({ payload }) => (payload as QuestionWire)._id); // by its name
        expect(told.filter((id) => ids.has(id))).toEqual([...order].reverse());
      }
    });

    test('texts arrive unchanged, whatever they contain', async () => {
      const listener = await listen(ben);
      for (const text of ['\u202Eright to left "quoted" \\ \u2028 <b>', '👩‍👩‍👧‍👦'.repeat(2_500), '漢'.repeat(30_000)]) {
        const { _id: qid } = await ann.ask('Any text', { text });
        expect((await ben.read(qid)).text).toBe(text);
        // The reader's own vote is not live.
        const { myVote: _, ...answer } = await ann.answer(qid, text);
        expect(await listener.waitFor('answerUpdate', (update) => update.qid === qid, patienceMs)).toEqual({
          qid,
          answer,
        });
        const comment = await ann.comment(answer._id, 'answer', 'So?');
        expect(
          await listener.waitFor('commentUpdate', ({ result }) => result._id === answer._id, patienceMs),
        ).toMatchObject({
          type: 'answer',
          qid,
          result: { comments: [comment] },
        });
        await ann.post('/question/upvoteQuestion', { qid, username: ann.name });
        const counts = { upVotes: [ann.name], upVoteCount: 1, downVoteCount: 0 };
        expect(await listener.waitFor('voteUpdate', (update) => update.qid === qid, patienceMs)).toMatchObject(counts);
        expect(await ben.read(qid)).toMatchObject({ answers: [{ ...answer, comments: [comment] }], ...counts });
        expect(await listener.waitFor('viewsUpdate', ({ _id }) => _id === qid, patienceMs)).toMatchObject({
          viewCount: 1,
        });
      }
    });

    test('[FI-9] a file that one gateway stored is read at the others, and gone when it is deleted', async () => {
      const file = await ann.upload();
      const read = async (by: Person): Promise<number> => (await by.get(`/file/${file._id}`)).status;
      expect([await read(elsewhere(ann)), await read(ben)]).toEqual([200, 404]);
      await ann.ask('With a picture', { text: `![a](${file.url})` });
      for (const person of [ben, elsewhere(ben)])
        await until('others may read it', async (saw) => saw(await read(person)) === 200, patienceMs);
      const deleted = await elsewhere(ann).call('DELETE', '/file/deleteFile', { body: { fileId: file._id } });
      expect([deleted.status, await read(ann), await read(ben)]).toEqual([200, 404, 404]);
    });

    test('a service’s errors keep their status, code and text', async () => {
      const { name } = ann;
      const refusals = [
        await ann.post('/user/follow', { currentUser: name, userToFollow: name }),
        await ann.post('/question/upvoteQuestion', { qid: unknownId, username: name }),
        await ann.get(`/chat/${unknownId}`),
        await ann.post('/games/join', { gameID: unknownId, playerID: name }),
        await ann.get(`/community/${unknownId}`),
        await ann.get(`/games/wins?username=Nobody`),
        await new Person(url(), name).post('/user/signup', { username: name.toUpperCase(), password: ann.password }),
      ];
      expect(refusals.map(({ status, body }) => ({ status, body }))).toEqual([
        { status: 400, body: { code: 'follow.self', error: expect.any(String) } },
        { status: 404, body: { code: 'question.unknown', error: expect.any(String) } },
        { status: 404, body: { code: 'chat.unknown', error: 'Chat not found' } },
        { status: 404, body: { code: 'game.unknown', error: 'Game requested does not exist' } },
        { status: 404, body: { code: 'community.unknown', error: expect.any(String) } },
        { status: 404, body: { code: 'user.unknown', error: expect.any(String) } },
        { status: 409, body: { code: 'username.taken', error: expect.any(String) } },
      ]);
    });

    test('concurrent requests to several processes take effect once: by key, and by name', async () => {
      const windows = [ann, elsewhere(ann)];
      const key = { 'idempotency-key': 'journey' };
      const same = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          windows[index % 2]!.post<QuestionWire>('/question/addQuestion', questionBody(ann.name, 'Only once'), key),
        ),
      );
      expect(new Set(same.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
      expect((await ann.questions('&search=Only%20once')).map(({ title }) => title)).toEqual(['Only once']);

      const spellings = ['Zoe Journey', 'zoe journey', ' ZOE JOURNEY ', 'ｚｏｅ journey'];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          new Person(url(), 'Zoe').post('/user/signup', { username: spellings[index % 4], password: ann.password }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
    });

    test('followers-only content reaches followers only', async () => {
      const follower = await new Neighbour(url(), 'Follower Journey').signUp();
      await follower.follow(ann.name);
      const [hers, his, hears] = [await listen(ann), await listen(follower), await listen(eve)];
      const hidden = await ann.ask('Zanzibar', { onlyFollowers: true });
      await follower.answer(hidden._id, 'To Zanzibar.');
      const open = await ann.ask('For everybody again');
      for (const listener of [hers, his, hears]) {
        await listener.waitFor('questionUpdate', ({ _id }) => _id === open._id, patienceMs);
      }
      for (const listener of [hers, his]) {
        await listener.waitFor('answerUpdate', ({ qid }) => qid === hidden._id, patienceMs);
      }
      expect(JSON.stringify(hears.received)).not.toMatch(new RegExp(`Zanzibar|${hidden._id}`));
      expect((await eve.get(`/question/getQuestionById/${hidden._id}`)).status).toBe(404);
    });

    test('a private community: questions and polls are for members, and a ban applies everywhere at once', async () => {
      const { _id: communityId } = await ann.found('Closed journey', 'private');
      await ben.change(communityId, 'pendingMembers', 'add');
      await ann.change(communityId, 'pendingMembers', 'approve', ben.name);
      await ann.knownEverywhere();
      const [his, hers] = [await listen(ben), await listen(eve)];
      const inside = await ann.ask('Timbuktu', { communityId });
      const poll = await ann.addPoll(communityId, { options: ['To Timbuktu', 'Home'] });
      await his.waitFor('questionUpdate', ({ _id }) => _id === inside._id, patienceMs);
      await his.waitFor('pollCreation', ({ pollId }) => pollId === poll._id, patienceMs);
      expect((await ben.vote(poll)).status).toBe(200);
      const sees = async (person: Person): Promise<number[]> =>
        Promise.all(
          [`/question/getQuestionById/${inside._id}`, `/poll/getPollsByCommunityId/${communityId}`].map(
            async (path) => (await person.get(path)).status,
          ),
        );
      expect([await sees(ben), await sees(eve)]).toEqual([
        [200, 200],
        [404, 404],
      ]);
      await ann.change(communityId, 'bannedMembers', 'add', ben.name);
      await his.waitFor('communityUpdate', ({ position }) => position === 4, patienceMs);
      await until('it is hidden', async () => String(await sees(ben)) === '404,404', patienceMs);
      const before = his.received.length;
      await ann.answer(inside._id, 'To Timbuktu, after that.');
      const open = await ann.ask('Open after that');
      for (const listener of [his, hers]) {
        await listener.waitFor('questionUpdate', ({ _id }) => _id === open._id, patienceMs);
      }
      expect(JSON.stringify(his.received.slice(before))).not.toContain(inside._id);
      expect(JSON.stringify(hers.received)).not.toMatch(/Timbuktu/);
    });

    test('concurrent votes through every gateway are counted exactly', async () => {
      const { _id: communityId } = await ann.found('Open journey');
      const poll = await ann.addPoll(communityId);
      const voters = await Promise.all(
        Array.from({ length: 8 }, (_, index) => new Neighbour(url(), `Voter ${index} Journey`).signUp()),
      );
      const listener = await listen(ben);
      // Each in two tabs.
      const answers = await Promise.all([...voters, ...voters].map((voter, index) => voter.vote(poll, index % 2)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...voters.map(() => 200), ...voters.map(() => 409)]);
      const counts = (options: readonly { readonly voteCount: number }[]): string =>
        options.map(({ voteCount }) => voteCount).join();
      await listener.waitFor(
        'pollUpdate',
        ({ pollId, options }) => pollId === poll._id && counts(options) === '4,4',
        patienceMs,
      );
      expect((await ben.polls(communityId)).map(({ options }) => counts(options))).toEqual(['4,4']);
    });

    test('chat messages are received, counted and read by participants only', async () => {
      const [his, hers] = [await listen(ben), await listen(eve)];
      const { body: chat } = await ann.post<ChatWire>('/chat/createChat', {
        participants: [ann.name, ben.name],
        messages: [{ msg: 'Hello', msgFrom: ann.name, msgDateTime: new Date(0).toISOString() }],
      });
      const created = await his.waitFor('chatUpdate', (update) => update.chat._id === chat._id, patienceMs);
      expect(created).toEqual({ type: 'created', chat: { ...chat, unread: 1 }, total: 1 });
      await ann.post(`/chat/${chat._id}/addMessage`, { msg: 'Once more', msgFrom: ann.name });
      await his.waitFor('chatUpdate', (update) => update.chat.unread === 2, patienceMs);
      expect((await ben.get('/chat/unread')).body).toMatchObject({ unread: 2 });
      const said = { msg: 'To all', msgFrom: ann.name, msgDateTime: new Date(0).toISOString() };
      await ann.post('/messaging/addMessage', { messageToAdd: said });
      for (const listener of [his, hers]) await listener.waitFor('messageUpdate', () => true, patienceMs);
      expect(JSON.stringify(hers.received)).not.toContain(chat._id);
      expect((await eve.get(`/chat/${chat._id}`)).status).toBe(404);
    });

    test('of two moves at once through two gateways one is made; the game is watched, won and counted', async () => {
      const [one, other] = [
        await new Player(url(), 'One Journey').signUp(),
        await new Player(url(), 'Other Journey').signUp(),
      ];
      const window = elsewhere(one);
      const [hers, second, his, watching] = [
        await listen(one),
        await listen(window),
        await listen(other),
        await listen(eve),
      ];
      const game = await one.create('TicTacToe');
      await one.join(game);
      await other.join(game);
      expect(await ask(watching, 'joinGame', game.gameID)).toEqual({ ok: true });
      const slots = [0, 3, 1, 4, 2];
      for (const [turn, slot] of slots.entries()) {
        const [mover, windows] = turn % 2 === 0 ? [one, [hers, second]] : [other, [his]];
        const move = moveOf(mover, game.gameID, { slot });
        const answers = await Promise.all(windows.map((by) => ask(by, 'makeMove', move)));
        expect(answers.filter((answer) => 'ok' in answer)).toHaveLength(1);
        for (const listener of [hers, his, watching]) {
          await listener.waitFor('gameUpdate', ({ gameInstance }) => gameInstance.state.moveCount > turn, patienceMs);
        }
      }
      const after = await other.look(game.gameID);
      expect(after.state).toMatchObject({ status: 'OVER', winners: [one.name] });
      expect(movesOf(after)).toEqual(slots.map((slot) => ({ slot })));
      await until(
        'the win is counted',
        async () => {
          const { body } = await ben.get<LeaderboardRowWire[]>('/games/leaderboard?limit=100&gameType=TicTacToe');
          return body.some(({ username, wins }) => username === one.name && wins === 1);
        },
        patienceMs,
      );
    });

    test('events of other services notify people once', async () => {
      const told = await new Player(url(), 'Told Journey').signUp();
      const hears = await listen(told);
      const { _id: qid } = await told.ask('Who tells me?');
      await ben.answer(qid, 'I do.');
      await ben.follow(told.name);
      const host = await new Player(url(), 'Host Journey').signUp();
      const { gameID } = await host.create('Nim', { invitedPlayers: [told.name] });
      for (const id of [qid, ben.name, gameID]) {
        await hears.waitFor('notification', (notification) => notification.id === id, patienceMs);
      }
      const other = elsewhere(told);
      const { body } = await other.get<unknown[]>(`/getNotifications/${encodeURIComponent(told.name)}`);
      const live = hears.received.filter(({ event }) => event === 'notification').map(({ payload }) => payload);
      expect(body).toHaveLength(3);
      expect(body).toEqual(expect.arrayContaining(live));
      expect(live).toHaveLength(3);
    });

    test('the page, health and documentation are served by every gateway', async () => {
      const navigation = { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } };
      for (const person of [ann, elsewhere(ann)]) {
        expect((await person.get<string>('/question/1', navigation)).body).toContain('<div id="root">');
        for (const path of ['/health/live', '/health/ready', '/docs']) {
          expect({ path, status: (await person.get(path, navigation)).status }).toEqual({ path, status: 200 });
        }
      }
    });

    test('nothing secret and nothing unexpected is logged', () => {
      const log = siteOf().output.join('\n');
      for (const secret of [ann.password, ann.cookies.get('parlour_access') ?? 'missing']) {
        expect(log).not.toContain(secret);
      }
      expect(log).not.toMatch(/"level":(50|60)/);
    });
  });
}
