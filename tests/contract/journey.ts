import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FrontEnd } from './front-end.ts';

type Row = Record<string, any>; // a front end of the specifications has no types of ours

const now = (): string => new Date().toISOString();
const password = 'correct horse';

/** Two people use every call and every event of the first two specifications, and nothing else. */
export function describeContract(hostOf: () => string, own: (name: string) => string): void {
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
      [a, b] = [new FrontEnd(hostOf()), new FrontEnd(hostOf())];
      await a.call('POST', 'user/signup', { username: ann, password });
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
      await a.call('POST', 'user/login', { username: ann, password: `${password} 2` });
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
      await b.heard('userUpdate', (update) => update['type'] === 'follow');
      const user = await b.call<Row>('GET', `user/getUser/${ben}`);
      expect(user).toMatchObject({ username: ben, followers: [ann], following: [], isGoogleUser: false });
      expect(user).toMatchObject({ biography: '', followVisibility: true, dateJoined: expect.any(String) });
      expect(await a.call('GET', `user/getFollowing/${ann}`)).toEqual(expect.any(Array));
      expect(await a.call<Row[]>('GET', `user/getFollowers/${ben}`)).toHaveLength(1);
      const users = await a.call<Row[]>('GET', 'user/getUsers');
      expect(users.map(({ username }) => username)).toContain(ben);
      await a.call('DELETE', 'user/unfollow', { currentUser: ann, userToUnfollow: ben });
      await b.heard('userUpdate', (update) => update['type'] === 'unfollow');
      await a.call('PATCH', 'user/updateBiography', { username: ann, biography: 'I port.' });
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
      expect(asked).toMatchObject({ askedBy: ann, onlyFollowers: false, upVotes: [], downVotes: [], comments: [] });
      expect(await b.heard<Row>('questionUpdate', ({ _id }) => _id === qid)).toMatchObject({
        ...{ text: expect.any(String), answers: [], upVotes: [], downVotes: [], views: expect.any(Array) },
        ...{ comments: [], following: [] },
      });
      await b.call('GET', `question/getQuestionById/${qid}?username=${ben}`);
      await a.heard<Row>('viewsUpdate', ({ _id }) => _id === qid);

      const answered = await reply(b, qid, ben);
      const told = await a.heard<Row>('answerUpdate', (update) => update.qid === qid);
      expect(told['answer']).toMatchObject({ _id: answered['_id'], text: 'Thus.', ansBy: ben, comments: [] });
      await a.heard<Row>('notification', ({ type, users }) => type === 'answer' && users.includes(ann));
      for (const [id, type] of [
        [qid, 'question'],
        [answered['_id'], 'answer'],
      ]) {
        const comment = { text: `On the ${type}.`, commentBy: ben, commentDateTime: now() };
        expect(await b.call('POST', 'comment/addComment', { id, type, comment })).toBeDefined();
        const { result } = await a.heard<Row>('commentUpdate', ({ result: post }) => post._id === id);
        expect(result).toMatchObject({ text: expect.any(String), comments: [{ text: comment.text }] });
      }
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
        for (const row of rows) expect(row).toMatchObject({ answers: expect.any(Array), views: expect.any(Array) });
      }
      expect(await a.call('GET', 'tag/getTagByName/ported')).toMatchObject({ description: 'user added tag' });
      expect(await a.call('GET', 'tag/getTagsWithQuestionNumber')).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'ported' })]),
      );
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
      expect(await b.call<Row[]>('GET', `chat/getChatsByUser/${ben}`)).toHaveLength(1);
      const types = b.events.filter(({ name }) => name === 'chatUpdate').map(({ payload }) => (payload as Row)['type']);
      for (const type of types) expect(['created', 'newMessage', 'newParticipant']).toContain(type);
    });

    test('plays a game to its end', async () => {
      const created = await a.call('POST', 'games/create', { gameType: 'TicTacToe' });
      const listed = await b.call<Row[]>('GET', 'games/games?gameType=TicTacToe');
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
      expect(await a.call('GET', `games/wins?username=${ann}&gameType=TicTacToe`)).toBeDefined();
      expect(await a.call('GET', 'games/leaderboard?gameType=TicTacToe')).toEqual(expect.any(Array));
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
    });

    test('makes a community, moderates it and votes there', async () => {
      await ask(a, ann, 'One more for a community?');
      expect(await a.call('GET', `user/getUser/${ann}/contributions`)).toBeDefined();
      const name = own('Ported');
      const lists = { members: [ann], pendingMembers: [], bannedMembers: [], moderators: [] };
      const made = await a.call<Row>('POST', 'community/create', {
        ...{ name, description: 'Of ports.', owner: ann, visibility: 'public' },
        ...lists,
      });
      const communityId = made['_id'] as string;
      const names = (rows: Row[]): unknown[] => rows.map((row) => row['name']);
      expect(names(await b.call<Row[]>('GET', 'community/allCommunities'))).toContain(name);
      expect(names(await a.call<Row[]>('GET', `community/userCommunities/${ann}`))).toContain(name);
      await a.call('PATCH', 'community/toggleCommunityVisibility', { communityId });
      await b.call('POST', 'community/pendingMembers/add', { communityId, username: ben });
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
      await a.call('POST', 'community/moderators/remove', { communityId, username: ben });
      await a.call('POST', 'community/bannedMembers/add', { communityId, username: ben });
      expect(await a.call('GET', `community/${communityId}`)).toMatchObject({ bannedMembers: [ben], moderators: [] });
      await a.call('POST', 'community/bannedMembers/remove', { communityId, username: ben });
    });

    test('deletes its account', async () => {
      await b.call('DELETE', `user/deleteUser/${ben}`);
      await a.heard<Row>('userUpdate', ({ type }) => type === 'deleted');
    });
  });
}
