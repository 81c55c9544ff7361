import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import { wholes } from './entities.ts';
import { FrontEnd } from './front-end.ts';
import { QuestionPage } from './question-page.ts';

type Row = Record<string, any>; // a front end of the specifications has no types of ours

const now = (): string => new Date().toISOString();
const password = 'correct horse';

/**
 * Two people use every call and every event of the first two specifications, and nothing else; each
 * at a gateway of their own, where there are several.
 */
export function describeContract(hostsOf: () => readonly [string, string], own: (name: string) => string): void {
  describe('a front end that knows the two specifications alone', () => {
    const [ann, ben] = [own('Ann Port'), own('Ben Port')];
    let a: FrontEnd;
    let b: FrontEnd;

    const ask = (asker: FrontEnd, askedBy: string, title: string, more: Row = {}): Promise<Row> =>
      asker.call<Row>('POST', 'question/addQuestion', {
        title,
        text: 'See [docs](https://docs.example).',
        tags: [{ name: 'ported', description: 'user added tag' }],
        askedBy,
        askDateTime: now(),
        ...{ answers: [], upVotes: [], downVotes: [], views: [], comments: [], following: [] },
        ...{ onlyFollowers: false, communityId: null },
        ...more,
      });
    const reply = (by: FrontEnd, qid: string, ansBy: string): Promise<Row> =>
      by.call<Row>('POST', 'answer/addAnswer', {
        qid,
        ans: { text: 'Thus.', ansBy, ansDateTime: now(), comments: [] },
      });

    beforeAll(async () => {
      const [first, second] = hostsOf();
      [a, b] = [new FrontEnd(first), new FrontEnd(second)];
      expect(await a.call('POST', 'user/signup', { username: ann, password })).toMatchObject(wholes.user);
      await b.call('POST', 'user/signup', { username: ben, password });
      await Promise.all([a.connected(), b.connected()]);
    });
    afterAll(() => {
      a?.close();
      b?.close();
    });

    test('[T-2] is refused with the text that it shows', async () => {
      const refused = await a.request('POST', 'user/login', { username: ann, password: 'wrong' });
      expect(refused.status).not.toBe(200);
      expect(refused.text).toMatch(/^[^{<]+$/);
      expect((await a.request('POST', 'user/googleLogin', { googleToken: 'none' })).status).not.toBe(200);
    });

    test('[T-12] is live again after its own password reset', async () => {
      const gone = new Promise((resolve) => a.socket.once('disconnect', resolve));
      await a.call('PATCH', 'user/resetPassword', { username: ann, password: `${password} 2` });
      await gone;
      await a.connected();
      const again = { username: ann, password: `${password} 2` };
      expect(await a.call('POST', 'user/login', again)).toMatchObject(wholes.user);
      await a.connected();
      await a.call('GET', `user/getUser/${ann}`);
    });

    test('[T-15] stays signed in when it comes back later', async () => {
      a.later(20);
      await a.call('GET', `user/getUser/${ann}`);
      b.later(20);
      const gone = new Promise((resolve) => b.socket.once('disconnect', resolve));
      b.socket.io.engine.close();
      await gone;
      b.socket.connect();
      await b.connected();
      await b.call('GET', `user/getUser/${ben}`);
    });

    test('reads and follows people', async () => {
      await a.call('POST', 'user/follow', { currentUser: ann, userToFollow: ben });
      const followed = await b.heard<Row>('userUpdate', ({ type, user }) => type === 'follow' && user.username === ben);
      expect(followed['user']).toMatchObject({ ...wholes.user, followers: [ann] });
      await b.heard<Row>(
        'notification',
        ({ type, id, users: its }) => type === 'follower' && id === ann && its[0] === ben,
      );
      const user = await b.call<Row>('GET', `user/getUser/${ben}`);
      expect(user).toMatchObject({ username: ben, followers: [ann], following: [], isGoogleUser: false });
      expect(user).toMatchObject({ biography: '', followVisibility: true, dateJoined: expect.any(String) });
      expect(await a.call('GET', `user/getFollowing/${ann}`)).toEqual([ben]);
      expect(await a.call<Row[]>('GET', `user/getFollowers/${ben}`)).toHaveLength(1);
      const users = await a.call<Row[]>('GET', 'user/getUsers');
      for (const row of users) expect(row).toMatchObject(wholes.user);
      expect(users.map(({ username }) => username)).toContain(ben);
      await a.call('DELETE', 'user/unfollow', { currentUser: ann, userToUnfollow: ben });
      await b.heard('userUpdate', (update) => update['type'] === 'unfollow');
      const told = { username: ann, biography: 'I port.' };
      expect(await a.call('PATCH', 'user/updateBiography', told)).toMatchObject({ ...wholes.user, ...told });
      await a.call('PATCH', 'user/toggleFollowVisibility', { username: ann });
      expect(await a.call('GET', `user/getUser/${ann}`)).toMatchObject({
        biography: 'I port.',
        followVisibility: false,
      });
      await a.call('PATCH', 'user/toggleFollowVisibility', { username: ann });
      await b.heard<Row>('userUpdate', ({ type, user: about }) => type === 'updated' && about.username === ann);
    });

    test('asks, answers, comments and votes', async () => {
      const asked = await ask(a, ann, 'How is this ported?');
      const { _id: qid } = asked as { _id: string };
      expect(asked).toMatchObject({ ...wholes.question, askedBy: ann, onlyFollowers: false });
      expect(await b.heard<Row>('questionUpdate', ({ _id }) => _id === qid)).toMatchObject(wholes.question);
      await b.call('GET', `question/getQuestionById/${qid}?username=${ben}`);
      const viewed = await a.heard<Row>('viewsUpdate', ({ _id, views }) => _id === qid && views.includes(ben));
      expect(viewed).toMatchObject(wholes.question);

      const answered = await reply(b, qid, ben);
      const told = await a.heard<Row>('answerUpdate', (update) => update.qid === qid);
      expect(told['answer']).toMatchObject({ _id: answered['_id'], text: 'Thus.', ansBy: ben, comments: [] });
      await a.heard<Row>(
        'notification',
        ({ type, id, users }) => type === 'answer' && id === qid && users.includes(ann),
      );
      for (const [id, type] of [
        [qid, 'question'],
        [answered['_id'], 'answer'],
      ]) {
        const comment = { text: `On the ${type}.`, commentBy: ben, commentDateTime: now() };
        expect(await b.call('POST', 'comment/addComment', { id, type, comment })).toBeDefined();
        const { result } = await a.heard<Row>('commentUpdate', ({ result: post }) => post._id === id);
        expect(result).toMatchObject({ text: expect.any(String), comments: [{ text: comment.text }] });
      }
      await a.heard<Row>(
        'notification',
        ({ type, id, users }) => type === 'comment' && id === qid && users.includes(ann),
      );
      await b.call('POST', 'question/upvoteQuestion', { qid, username: ben });
      await a.heard<Row>('voteUpdate', (update) => update.qid === qid && update.upVotes.includes(ben));
      await b.call('POST', 'question/downvoteQuestion', { qid, username: ben });
      await a.heard<Row>('voteUpdate', (update) => update.qid === qid && update.downVotes.includes(ben));
      await b.call('POST', 'question/followQuestion', { qid, username: ben });
      expect(await a.call('GET', `question/getQuestionById/${qid}?username=${ann}`)).toMatchObject({
        answers: [{ ansBy: ben, comments: [{ commentBy: ben }] }],
        upVotes: [],
        downVotes: [ben],
        following: [ben],
        comments: [{ commentBy: ben, text: 'On the question.' }],
        views: expect.arrayContaining([ben]),
      });
      for (const order of ['newest', 'unanswered', 'active', 'mostViewed', 'following']) {
        const rows = await a.call<Row[]>('GET', `question/getQuestion?order=${order}&search=&username=${ann}`);
        expect(Array.isArray(rows)).toBe(true);
        for (const row of rows) expect(row).toMatchObject(wholes.question);
      }
      const absent = `question/getQuestion?order=newest&search=undefined&username=${ann}&communityId=`;
      expect((await a.call<Row[]>('GET', absent)).map(({ _id }) => _id)).toContain(qid);
      const found = await a.call<Row[]>('GET', `question/getQuestion?order=newest&search=ported&username=${ann}`);
      expect(found.map(({ _id }) => _id)).toContain(qid);
      expect(await a.call('GET', 'tag/getTagByName/ported')).toMatchObject({ description: 'user added tag' });
      expect(await a.call('GET', 'tag/getTagsWithQuestionNumber')).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'ported' })]),
      );
    });

    test('[T-16] shows each answer once, also where it is read just before its event comes', async () => {
      const { _id: qid } = (await ask(a, ann, 'Once each?')) as { _id: string };
      const pages = [new QuestionPage(a, qid), new QuestionPage(b, qid)] as const;
      const ids: unknown[] = [];
      for (let round = 0; round < 5; round++) {
        ids.push((await reply(b, qid, ben))['_id']);
        await Promise.all([pages[0].open(ann), pages[1].open(ben)]);
        for (const each of [a, b]) await each.heard<Row>('answerUpdate', ({ answer }) => answer._id === ids.at(-1));
        for (const page of pages) {
          const shown = (): string | undefined => page.question?.answers.map(({ _id }) => _id).join();
          await until('each answer once', (saw) => saw(shown()) === ids.join());
        }
      }
    });

    test('writes messages to all and to one', async () => {
      const messageToAdd = { msg: 'Hello all.', msgFrom: ann, msgDateTime: now() };
      await a.call('POST', 'messaging/addMessage', { messageToAdd });
      await b.heard<Row>('messageUpdate', (update) => JSON.stringify(update).includes('Hello all.'));
      const all = await b.call<Row[]>('GET', 'messaging/getMessages');
      expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ msg: 'Hello all.', msgFrom: ann })]));

      const chat = await a.call<Row>('POST', 'chat/createChat', { participants: [ann, ben], messages: [] });
      await b.heard<Row>('chatUpdate', (update) => update.type === 'created' && update.chat._id === chat['_id']);
      b.socket.emit('joinChat', chat['_id']);
      const message = { msg: 'Hello Ben.', msgFrom: ann, msgDateTime: now() };
      await a.call('POST', `chat/${chat['_id']}/addMessage`, message);
      const { chat: told } = await b.heard<Row>(
        'chatUpdate',
        (update) => update.type === 'newMessage' && update.chat._id === chat['_id'],
      );
      expect(told).toMatchObject({
        participants: expect.arrayContaining([ann, ben]),
        messages: [{ msg: 'Hello Ben.' }],
      });
      b.socket.emit('leaveChat', chat['_id']);
      expect(await b.call('GET', `chat/${chat['_id']}`)).toMatchObject({
        participants: expect.arrayContaining([ann, ben]),
        messages: [{ msg: 'Hello Ben.', msgFrom: ann }],
      });
      expect(await b.call('GET', `chat/getChatsByUser/${ben}`)).toMatchObject([
        { _id: chat['_id'], participants: expect.any(Array), messages: [{ msg: 'Hello Ben.' }] },
      ]);
      const types = b.events.filter(({ name }) => name === 'chatUpdate').map(({ payload }) => (payload as Row)['type']);
      for (const type of types) expect(['created', 'newMessage', 'newParticipant']).toContain(type);
    });

    test('plays a game to its end', async () => {
      const created = await a.call('POST', 'games/create', { gameType: 'TicTacToe' });
      const waiting = `games/games?gameType=TicTacToe&status=WAITING_TO_START&visibility=&username=${ben}`;
      const listed = await b.call<Row[]>('GET', waiting);
      for (const game of listed) expect(game).toMatchObject(wholes.game);
      const gameID = typeof created === 'string' ? created : (created as Row)['gameID'];
      expect(listed.map((game) => game['gameID'])).toContain(gameID);
      for (const [player, name] of [
        [a, ann],
        [b, ben],
      ] as const) {
        player.socket.emit('joinGame', gameID);
        expect(await player.call('POST', 'games/join', { gameID, playerID: name })).toMatchObject({ gameID });
      }
      const filled = ({ board }: { board?: unknown[] }) => board?.filter((cell) => cell !== null).length;
      const after = (count: number) => (update: Row) =>
        update['gameInstance'].gameID === gameID && filled(update['gameInstance'].state) === count;
      await a.heard('gameUpdate', (update: Row) => update['gameInstance'].state.status === 'IN_PROGRESS');
      b.socket.emit('makeMove', { gameID, move: { playerID: ben, gameID, move: { slot: 0 } } });
      await b.heard<Row>('gameError', (refused) => refused.player === ben && typeof refused.error === 'string');
      const slots = [0, 3, 1, 4, 2];
      for (const [index, slot] of slots.entries()) {
        const [mover, other, playerID] = index % 2 === 0 ? [a, b, ann] : [b, a, ben];
        mover.socket.emit('makeMove', { gameID, move: { playerID, gameID, move: { slot } } });
        await other.heard('gameUpdate', after(index + 1));
        await mover.heard('gameUpdate', after(index + 1));
      }
      const { gameInstance } = await b.heard<Row>('gameUpdate', after(5));
      expect(gameInstance).toMatchObject({ gameType: 'TicTacToe', state: { status: 'OVER', winners: [ann] } });
      expect(gameInstance.invitedPlayers).toEqual([]);
      expect(gameInstance.state.moves.map((made: Row) => made['move'].slot)).toEqual(slots);
      b.socket.emit('leaveGame', gameID);
      expect(JSON.stringify(await a.call('GET', `games/wins?username=${ann}&gameType=TicTacToe`))).toContain('1');
      expect(await a.call('GET', `games/wins?username=${ann}`)).toBeDefined();
      const ranked = { username: ann, wins: 1, globalRank: expect.any(Number) };
      for (const query of ['?gameType=TicTacToe', '']) {
        expect(await a.call('GET', `games/leaderboard${query}`)).toContainEqual(expect.objectContaining(ranked));
      }
      await b.call('POST', 'user/follow', { currentUser: ben, userToFollow: ann });
      expect(await b.call('GET', `games/leaderboard?username=${ben}`)).toEqual([expect.objectContaining(ranked)]);
    });

    test.each([
      ['Nim', { numObjects: 2 }, { remainingObjects: 19 }],
      ['Chopsticks', { hittingHand: 0, numFingersToMove: 1, handToHit: 2, isBumping: false }, { hands: [1, 1, 2, 1] }],
    ])('moves in %s', async (gameType, move, position) => {
      const created = await a.call('POST', 'games/create', { gameType });
      const gameID = typeof created === 'string' ? created : (created as Row)['gameID'];
      await a.call('POST', 'games/join', { gameID, playerID: ann });
      await b.call('POST', 'games/join', { gameID, playerID: ben });
      a.socket.emit('joinGame', gameID);
      const first = { playerID: ann, gameID, move };
      a.socket.emit('makeMove', { gameID, move: first });
      const { gameInstance } = await b.heard<Row>(
        'gameUpdate',
        ({ gameInstance: { gameID: id, state } }) => id === gameID && state.moves.length === 1,
      );
      expect(gameInstance).toMatchObject({ ...wholes.game, gameType, players: [ann, ben] });
      expect(gameInstance.state).toMatchObject({
        ...position,
        player1: ann,
        player2: ben,
        moves: [first],
        winners: [],
      });
    });

    test('invites to a private game, and its guest leaves', async () => {
      const created = await a.call('POST', 'games/create', { gameType: 'Nim', invitedPlayers: [] });
      const gameID = typeof created === 'string' ? created : (created as Row)['gameID'];
      expect(await a.call('POST', 'games/invite', { gameID, invitedPlayers: [ben] })).toMatchObject({
        gameID,
        invitedPlayers: expect.arrayContaining([ben]),
      });
      await b.heard<Row>(
        'notification',
        ({ type, id, users }) => type === 'gameInvite' && id === gameID && users.includes(ben),
      );
      for (const [player, name, visibility] of [
        [a, ann, 'Host'],
        [b, ben, 'Private'],
      ] as const) {
        const games = await player.call<Row[]>('GET', `games/games?visibility=${visibility}&username=${name}`);
        expect(games.map((game) => game['gameID'])).toContain(gameID);
      }
      await b.call('POST', 'games/join', { gameID, playerID: ben });
      await b.call('POST', 'games/leave', { gameID, playerID: ben });
    });

    test('reads and deletes notifications', async () => {
      const [first] = await a.call<Row[]>('GET', `getNotifications/${ann}`);
      expect(first).toMatchObject({ type: expect.stringMatching(/^(comment|answer|follower|gameInvite)$/) });
      expect(first).toMatchObject({ id: expect.any(String) });
      await a.call('DELETE', `deleteNotification/${ann}/${first?.['_id']}`);
      const left = await a.call<Row[]>('GET', `getNotifications/${ann}`);
      expect(left.map(({ _id }) => _id)).not.toContain(first?.['_id']);
    });

    test('makes a community, moderates it and votes there', async () => {
      await ask(a, ann, 'One more for a community?');
      expect(JSON.stringify(await a.call('GET', `user/getUser/${ann}/contributions`))).toMatch(/\b3\b/);
      const name = own('Ported');
      const lists = { members: [ann], pendingMembers: [], bannedMembers: [], moderators: [] };
      const made = await a.call<Row>('POST', 'community/create', {
        ...{ name, description: 'Of ports.', owner: ann, visibility: 'public' },
        ...lists,
      });
      expect(made).toMatchObject(wholes.community);
      const communityId = made['_id'] as string;
      const names = (rows: Row[]): unknown[] => rows.map((row) => row['name']);
      const communities = await b.call<Row[]>('GET', 'community/allCommunities');
      for (const row of communities) expect(row).toMatchObject(wholes.community);
      expect(names(communities)).toContain(name);
      expect(names(await a.call<Row[]>('GET', `community/userCommunities/${ann}`))).toContain(name);
      expect(JSON.stringify(await a.call('PATCH', 'community/toggleCommunityVisibility', { communityId }))).toContain(
        'private',
      );
      const asking = { communityId, username: ben };
      expect(await b.call('POST', 'community/pendingMembers/add', asking)).toMatchObject({ pendingMembers: [ben] });
      await a.call('POST', 'community/pendingMembers/remove', asking);
      await b.call('POST', 'community/pendingMembers/add', asking);
      await a.call('POST', 'community/members/add', { communityId, username: ben });
      await a.call('POST', 'community/moderators/add', { communityId, username: ben });
      expect(await a.call('GET', `community/${communityId}`)).toMatchObject({
        ...{ owner: ann, visibility: 'private', moderators: [ben], pendingMembers: [], bannedMembers: [] },
        members: expect.arrayContaining([ben]),
      });

      await a.call('POST', 'poll/addPoll', {
        ...{ questionText: 'Port it?', options: ['Yes', 'No'], createdBy: ann, communityId },
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      });
      await b.heard('pollCreation');
      const [poll] = await b.call<Row[]>('GET', `poll/getPollsByCommunityId/${communityId}`);
      expect(poll).toMatchObject({ questionText: 'Port it?', status: 'active', createdBy: ann, communityId });
      const [yes] = (poll?.['options'] ?? []) as Row[];
      expect(yes).toMatchObject({ text: 'Yes', votes: [] });
      await b.call('POST', 'poll/voteOnPoll', { pollId: poll?.['_id'], optionId: yes?.['_id'], username: ben });
      const update = await a.heard<Row>('pollUpdate', ({ pollId }) => pollId === poll?.['_id']);
      expect(update['options'][0]).toMatchObject({ text: 'Yes', votes: [ben] });

      const rows = `question/getQuestion?order=newest&search=&username=${ann}&communityId=${communityId}`;
      expect(await a.call('GET', rows)).toEqual([]);
      const { _id: qid } = await ask(b, ben, 'Who else is here?', { communityId });
      expect(await a.call('GET', rows)).toMatchObject([{ ...wholes.question, _id: qid, communityId }]);
      await a.call('POST', 'community/moderators/remove', { communityId, username: ben });
      await a.call('POST', 'community/bannedMembers/add', { communityId, username: ben });
      expect(await a.call('GET', `community/${communityId}`)).toMatchObject({ bannedMembers: [ben], moderators: [] });
      await a.call('POST', 'community/bannedMembers/remove', { communityId, username: ben });
      await b.call('POST', 'community/pendingMembers/add', asking);
      await a.call('POST', 'community/members/add', asking);
      await a.call('POST', 'community/members/remove', asking);
      expect(await a.call('GET', `community/${communityId}`)).toMatchObject({ bannedMembers: [], members: [ann] });

      const brief = new Date(Date.now() + 1_500).toISOString();
      const options = ['Now', 'Never'];
      await a.call('POST', 'poll/addPoll', {
        questionText: 'When?',
        options,
        expiresAt: brief,
        createdBy: ann,
        communityId,
      });
      await a.heard('pollStatusChange');
      const active = await a.call<Row[]>('GET', `poll/getPollsByCommunityId/${communityId}`);
      expect(active.map(({ questionText }) => questionText)).toEqual(['Port it?']);
    });

    test('comes and goes', async () => {
      const cay = own('Cay Port');
      const c = new FrontEnd(b.host);
      await c.call('POST', 'user/signup', { username: cay, password });
      const { user } = await a.heard<Row>(
        'userUpdate',
        (told) => told.type === 'created' && told.user.username === cay,
      );
      expect(user).toMatchObject(wholes.user);
      await c.call('DELETE', `user/deleteUser/${cay}`);
      await a.heard<Row>('userUpdate', ({ type, user: { _id } }) => type === 'deleted' && _id === user._id);
      c.close();
    });
  });
}
