import { expect, test } from '@jest/globals';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { siteDefaults } from '@parlour/contracts/site';
import { until } from '@parlour/kernel/testing/until';
import { Person, questionBody, Visitor } from './person.ts';
import { outputOfSharedSite, own, sharedSite } from './shared.ts';

const { url } = await sharedSite();

test('[EN-1, CA-1] signup answers the user and nothing secret', async () => {
  const eve = new Person(url, own('Eve'));
  const { status, body } = await eve.post<UserWire>('/user/signup', {
    username: `  ${eve.name} `,
    password: ' secret ',
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      _id: expect.any(String),
      username: eve.name,
      dateJoined: expect.stringMatching(/^\d{4}-.*Z$/),
      biography: '',
      followers: [],
      following: [],
      isFollowed: false,
      followerCount: 0,
      followingCount: 0,
      picture: null,
      followVisibility: true,
      isGoogleUser: false,
    },
  });
  expect(
    (await new Visitor(url).post('/user/login', { username: eve.name.toLowerCase(), password: 'secret' })).status,
  ).toBe(200);
});

test('[O-3] without --demo there are no logins to choose from', async () => {
  const ways = async () => (await new Visitor(url).get<object>('/user/providers')).body;
  await until('the gateway is told of the first account', async () => !('isNew' in (await ways())));
  expect(await ways()).toEqual({
    files: siteDefaults.files,
    google: false,
    googleClientId: null,
    signupCode: false,
    signUp: 'everyone',
    signedInBefore: false,
  });
});

// One of each kind that the gateway, identity and qa refuse: the texts of all are tested there.
test('[T-2] refused requests have a code and a text, change nothing, and are not logged as failures', async () => {
  const ann = await new Person(url, own('Ann')).signUp();
  const add = '/question/addQuestion';
  const refused = [
    [401, 'session.missing', await new Visitor(url).post(add, questionBody(ann.name, 'Without a session'))],
    [400, 'title.tooLong', await ann.post(add, questionBody(ann.name, 'x'.repeat(101)))],
    [400, 'request.invalid', await ann.post(add, questionBody(ann.name, 'A number', { text: 7 }))],
    [400, 'request.invalid', await ann.call('POST', `/api${add}`, { raw: '{"title": ' })],
    [403, 'actor.other', await ann.post(add, questionBody(own('Ben'), 'As somebody else'))],
    [404, 'user.unknown', await ann.get('/user/getUser/nobody')],
  ] as const;
  for (const [status, code, answer] of refused) {
    expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) } });
  }
  expect((await ann.get(`/user/getUser/${ann.name}/contributions`)).body).toMatchObject({ total: 0 });
});

test('nothing secret and nothing unexpected was logged', async () => {
  const ann = await new Person(url, own('Cay')).signUp();
  const log = (await outputOfSharedSite()).join('\n');
  for (const secret of [ann.password, ann.cookies.get('parlour_access') ?? 'missing', 'correct horse']) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/"level":(50|60)/);
});
