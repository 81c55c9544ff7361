import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { fillSchemas, keptVersions, readKept } from './testing/kept/kept-data.ts';
import { readAs, rightsConfirmed } from './testing/kept/read-site.ts';
import { passwordOf } from './testing/kept/site.ts';
import { createPlace, drained, type Place, running } from './testing/whole-site.ts';

let place: Place;
beforeAll(async () => {
  place = await createPlace();
});
afterAll(() => place.drop());

test('[BM-20, M-14, M-15] the blocked person learns nothing, and nothing of theirs reaches the blocker', async () => {
  const kept = await readKept(keptVersions().at(-1)!); // there are several
  const { ids } = kept;
  await fillSchemas(place, kept);
  await running(place, async (services) => {
    const { as, published } = services;
    const [cyd, dora] = [
      await services.login('Cyd', passwordOf('Cyd')),
      await services.login('Dora', passwordOf('Dora')),
    ];
    await rightsConfirmed(services, ids);
    const { _id: question } = await as(cyd, 'qa.addQuestion', {
      title: 'Does the tide wait?',
      text: 'For nobody, they say.',
      tags: [{ name: 'tide', description: '' }],
      onlyFollowers: false,
      communityId: null,
    });
    const all = { ...ids, questions: [...ids.questions, question] };
    // Reading counts views.
    for (const person of [cyd, dora]) await readAs(services, person, all);
    await drained(place);
    const seen = await readAs(services, dora, all);
    const heard = await as(cyd, 'notifications.getNotifications', { limit: 100 });

    const from = published.length;
    await as(cyd, 'identity.block', { username: 'Dora' });
    await drained(place);
    expect(await readAs(services, dora, all)).toEqual(seen);

    const unavailable = { code: 'person.unavailable', message: messages.personUnavailable };
    await expect(
      as(dora, 'messaging.createChat', { participants: ['Dora', 'Cyd'], messages: ['Hello'] }),
    ).rejects.toMatchObject(unavailable);
    await expect(as(dora, 'games.create', { gameType: 'Nim', invited: ['Cyd'] })).rejects.toMatchObject(unavailable);
    expect(await as(dora, 'identity.follow', { username: 'Cyd' })).toEqual(
      seen['Dora identity.getUser {"username":"Dora"}'],
    );
    await as(dora, 'qa.addAnswer', { qid: question, text: 'It never did.' });
    await drained(place);
    // Those of before the block are hidden with the person.
    const others = heard.rows.filter(({ actor }) => actor !== 'Dora');
    expect(await as(cyd, 'notifications.getNotifications', { limit: 100 })).toEqual({
      ...heard,
      rows: others,
      total: others.length,
    });
    const own = published
      .slice(from)
      .flatMap(({ messages, state = [] }) => [...messages, ...state])
      .filter(({ to }) => !to.includes('public'))
      // To those who watch one of the two, without the other one.
      .filter(({ to, event, except = [] }) => {
        const other = to.includes(`online:${cyd.actor.id}`) ? dora : cyd;
        return event !== 'onlineUpdate' || !except.includes(`user:${other.actor.id}`);
      });
    expect(own.map(({ to, event, payload }) => ({ to, event, payload }))).toEqual([
      { to: [`user:${cyd.actor.id}`], event: 'blockUpdate', payload: { username: 'Dora', blocked: true } },
    ]);
  });
});
