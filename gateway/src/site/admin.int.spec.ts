import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { RateLimits } from '../limits/rate-limits.ts';
import type { OverviewWire, SiteLogEntryWire, SitePicture, SiteWire } from '@parlour/contracts/site';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import type { Call } from '@parlour/kernel/rpc/calls';
import { EndedSessions } from '../session/ended-sessions.ts';
import { Site } from './site.ts';
import { RunningGateway } from '../testing/running-gateway.ts';
import { idOf, standInSite, standInTerms, unknownId } from '../testing/stand-ins.ts';

let gateway: RunningGateway;
let ann: { cookie: string };
let bob: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  bob = await gateway.signIn('Bob');
});
afterAll(() => gateway.stop());

const routes = [
  ['GET', 'overview', undefined],
  ['GET', 'site', undefined],
  ['PATCH', 'site', { name: 'Mine' }],
  ['PATCH', 'site', { name: 5 }],
  ['PATCH', 'site', { signUp: 'whoever' }],
  ['PATCH', 'site', { colour: 'blue', language: 'de', limits: 'strict' }],
  ['PATCH', 'site', { files: { imageMegabytes: 20 } }],
  ['PATCH', 'site', { files: { imageMegabytes: '5' } }],
  ['PATCH', 'site', { files: 5 }],
  ['PATCH', 'site', { colour: '5' }],
  ['PATCH', 'site', { language: '5x' }],
  ['PATCH', 'site', { limits: '5' }],
  ['PATCH', 'site', { inviters: 'everyone' }],
  ['PATCH', 'site', { inviters: '5' }],
  ['POST', 'site/picture', { place: 'icon', fileId: null }],
  ['POST', 'site/picture', { place: '5', fileId: null }],
  ['POST', 'site/picture', { place: 'logo', fileId: '5' }],
  ['GET', 'log', undefined],
  ['GET', 'log?limit=x', undefined],
  ['GET', 'mail', undefined],
  ['POST', 'mail/test', {}],
  ['GET', 'people', undefined],
  ['GET', 'communities', undefined],
  ['GET', 'communities?limit=x', undefined],
  ['GET', 'waiting', undefined],
  ['GET', 'waiting?limit=x', undefined],
  ['POST', 'approve', { userId: unknownId }],
  ['POST', 'approve', { userId: '5' }],
  ['POST', 'decline', { userId: unknownId }],
  ['POST', 'decline', { userId: 5 }],
  ['GET', 'sessions/ann', undefined],
  ['POST', 'suspend', { username: 'Bob' }],
  ['POST', 'restore', { username: 'Bob' }],
  ['POST', 'makeOperator', { username: 'Bob' }],
  ['POST', 'removeOperator', { username: 'Bob' }],
  ['PATCH', 'rename', { username: 'Bob', name: 'Bert', reason: 'Asked for it' }],
  ['PATCH', 'rename', { username: 'Bob', name: 5 }],
  ['POST', 'endSessions', { username: 'Bob' }],
  ['POST', 'resetPassword', { username: 'Bob' }],
  ['POST', 'members', { rows: [{ username: 'Bob' }], dryRun: true }],
  ['POST', 'members', { rows: '5' }],
  ['POST', 'members', { rows: [{ username: 5 }] }],
  ['POST', 'members', { rows: [{ username: 'Bob', number: '5' }] }],
  ['POST', 'closeCommunity', { communityId: unknownId }],
  ['POST', 'closeCommunity', { communityId: 5 }],
] as const;

describe('[BM-3, O-5] /admin', () => {
  it.each(routes)('%s %s %j is unknown to everybody but operators', async (method, path, body) => {
    const nowhere = await gateway.send('/nowhere', { headers: bob });
    gateway.standIns.calls.length = 0;
    for (const at of ['/admin/', '/api/admin/']) {
      for (const headers of [{}, bob]) {
        const answer = await gateway.send(at + path, { method, body, headers });
        expect({ status: answer.status, json: answer.json }).toEqual({ status: 404, json: nowhere.json });
      }
    }
    expect(new Set(gateway.standIns.calls.map(({ name }) => name))).toEqual(new Set(['identity.checkOperator']));
  });

  it('has no other methods either, and a bad key changes nothing about it', async () => {
    const nowhere = await gateway.send('/nowhere', { method: 'DELETE', headers: bob });
    for (const at of ['/admin/', '/api/admin/']) {
      for (const headers of [{}, bob]) {
        const other = await gateway.send(`${at}site`, { method: 'DELETE', headers });
        expect([other.status, other.json, other.headers['allow']]).toEqual([404, nowhere.json, undefined]);
        const badKey = { ...headers, 'idempotency-key': 'a b' };
        const sent = await gateway.send(`${at}suspend`, { method: 'POST', body: {}, headers: badKey });
        expect([sent.status, sent.json]).toEqual([404, nowhere.json]);
        const asText = { ...headers, 'content-type': 'text/plain' };
        const text = await gateway.send(`${at}suspend`, { method: 'POST', body: {}, headers: asText });
        expect([text.status, text.json]).toEqual([404, nowhere.json]);
      }
    }
    const told = await gateway.send('/admin/suspend', {
      method: 'POST',
      body: { username: 'Bob' },
      headers: { ...ann, 'idempotency-key': 'a b' },
    });
    expect(told.status).toBe(400);
  });

  it.each(routes)(
    '%s %s %j is answered to operators, or refused for what is wrong with it',
    async (method, path, body) => {
      const answer = await gateway.send(`/admin/${path}`, { method, body, headers: ann });
      const isWrong =
        path.includes('=x') || (body !== undefined && 'signUp' in body) || JSON.stringify(body)?.includes('5');
      expect(answer.status).toBe(isWrong ? 400 : 200);
    },
  );

  it('a screen of this address is the page, for everybody', async () => {
    const answer = await gateway.send('/admin', { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('passes only what a request changes', async () => {
    await gateway.send('/admin/site', { method: 'PATCH', body: { description: '' }, headers: ann });
    expect(gateway.standIns.last('identity.changeSite').request).toEqual({ description: '' });
  });
});

describe('[BM-70, O-14] all communities', () => {
  it('are listed page by page, found by name', async () => {
    const answer = await gateway.send('/admin/communities?search=bak&limit=1&cursor=9', { headers: ann });
    expect(answer.json).toMatchObject([{ name: 'Bakers', visibility: 'private', readable: true }]);
    expect([answer.headers['x-total-count'], answer.headers['link']]).toEqual([
      '40',
      expect.stringContaining('cursor=7'),
    ]);
    expect(gateway.standIns.last('communities.getAll').request).toEqual({ search: 'bak', limit: 1, cursor: '9' });
  });

  it('are closed by their id', async () => {
    const body = { communityId: unknownId, username: 'Bob' };
    const answer = await gateway.send('/admin/closeCommunity', { method: 'POST', body, headers: ann });
    expect(answer.json).toMatchObject({ name: 'Bakers', closedAt: expect.any(String) });
    const { request, context } = gateway.standIns.last('communities.closeAny');
    expect([request, context.actor?.name]).toEqual([{ communityId: unknownId }, 'Ann']);
  });
});

describe('[BM-30, M-24] the overview', () => {
  const read = async () => (await gateway.send('/admin/overview', { headers: ann })).json as OverviewWire; // by its route

  it('collects what each service counts over thirty days, and is never cached', async () => {
    const state = { ready: true, bytes: 4_096, consumers: [] };
    gateway.standIns.answer({
      'identity.state': () => ({ ...state, daily: { people: [1, 2] }, waiting: {} }),
      'communities.state': () => ({ ...state, daily: {}, waiting: { requests: 3 } }),
      'qa.state': () => ({
        ...state,
        consumers: [{ name: 'views:identity', source: 'identity', lag: 3, deadLetters: 1 }],
        daily: { posts: [5] },
        waiting: { unanswered: 2 },
      }),
    });
    const overview = await read();
    expect(overview.daily).toEqual({ people: [1, 2], posts: [5] });
    expect(overview.waiting).toEqual({ unanswered: 2, requests: 3 });
    expect(overview.services.map(({ name }) => name)).toEqual(sources);
    expect(overview.services.find(({ name }) => name === 'qa')?.state).toEqual({
      ...state,
      consumers: [{ name: 'views:identity', source: 'identity', lag: 3, deadLetters: 1 }],
    });
    expect(overview).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    const { since, days } = gateway.standIns.last('identity.state').request;
    expect([since.slice(0, 10), days]).toEqual([overview.since, 30]);
    const answer = await gateway.send('/admin/overview', { headers: ann });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('says which service does not answer, and shows the others', async () => {
    await gateway.standIns.close('qa');
    const overview = await read();
    expect(overview.services.filter(({ state }) => !state)).toEqual([{ name: 'qa' }]);
    expect(Object.keys(overview.daily)).toEqual(['people']);
    gateway.standIns.open('qa');
  });
});

describe('[BM-33, M-27] the log', () => {
  it('merges what the services tell, the latest first, page by page', async () => {
    const entry = (position: number, minute: number): SiteLogEntryWire => ({
      _id: `${position}-${minute}`,
      act: 'postRemoved',
      at: `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`,
      position,
    });
    const logs = {
      'identity.getSiteLog': [entry(9, 50), entry(4, 10)],
      'qa.getOperatorActs': [entry(3, 40), entry(2, 30), entry(1, 5)],
      'messaging.getOperatorActs': [entry(8, 20)],
      'communities.getOperatorActs': [entry(7, 35)],
    };
    for (const [name, all] of Object.entries(logs)) {
      gateway.standIns.answer({
        [name]: ({ request }: Call<'identity.getSiteLog'>) => {
          const rest = all.filter(({ position }) => position < Number(request.cursor));
          const rows = rest.slice(0, request.limit);
          return { rows, total: all.length, next: rest.length > rows.length ? String(rows.at(-1)?.position) : null };
        },
      });
    }
    const seen: string[] = [];
    let path: string | undefined = '/admin/log?limit=2';
    while (path !== undefined) {
      const answer = await gateway.send(path, { headers: ann });
      expect([answer.status, answer.headers['x-total-count']]).toEqual([200, '7']);
      seen.push(...(answer.json as SiteLogEntryWire[]).map(({ at }) => at.slice(14, 16)));
      path = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toEqual(['50', '40', '35', '30', '20', '10', '05']);
    for (const cursor of ['5', '1.2.3.x', '1.2.3', '1.2.3.4.5']) {
      expect((await gateway.send(`/admin/log?cursor=${cursor}`, { headers: ann })).status).toBe(400);
    }
  });
});

describe('[BM-31, S-17, S-18, M-25] colour, language and limits of the site', () => {
  const tell = async (site: Partial<SiteWire>) => {
    const told = { ...standInSite, ...site };
    gateway.standIns.answer({
      'identity.endedSessions': () => ({ sessions: [], delays: [], site: told, signUp: standInTerms }),
    });
    await gateway.app.get(EndedSessions).poll();
  };

  it('are known to this gateway, and limit it, as soon as identity tells them', async () => {
    const looks = { colour: 'blue', language: 'de', limits: 'strict' } as const;
    await tell(looks);
    expect(gateway.app.get(Site).current).toMatchObject(looks);
    expect(gateway.app.get(RateLimits).sockets.perUser).toBe(10);
    await tell({});
    expect(gateway.app.get(RateLimits).sockets.perUser).toBe(100);
  });
});

describe('[FI-8] pictures of the site', () => {
  const set = (place: SitePicture, fileId: string | null) =>
    gateway.send('/admin/site/picture', { method: 'POST', body: { place, fileId }, headers: ann });
  const get = async (path: string) =>
    (await gateway.send(path, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } })).text;

  it('are in the document as soon as they are chosen', async () => {
    const logo = fileIdOf('image/png', { width: 300, height: 100 });
    const ownerId = idOf('Ann');
    const file = { fileId: logo, ownerId, name: '', type: '', hash: '', bytes: 1, width: 1, height: 1, alt: '' };
    gateway.standIns.answer({ 'files.get': () => ({ ...file, previews: [], places: [], formerPlaces: [] }) });
    const chosen = await set('logo', logo);
    expect([chosen.status, chosen.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(chosen.json).toMatchObject({ logo: `/file/${logo}` });
    expect(await get('/home')).toContain(`<meta name="logo" content="/file/${logo}">`);
    await set('logo', null);
    expect(await get('/home')).not.toContain('meta name="logo"');
  });
});

describe('[S-11] the name of the site', () => {
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    gateway.send(path, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document', ...headers } });

  it('is in the document, the manifest and the ways to sign in as soon as it is changed', async () => {
    await gateway.send('/admin/site', { method: 'PATCH', body: { name: 'Knots & cake' }, headers: ann });
    const page = await get('/home');
    expect(page.text).toContain('<title>Knots &amp; cake</title>');
    expect(page.headers['cache-control']).toBe('no-cache');
    // The service worker reads it by this address.
    expect((await get('/index.html', { 'sec-fetch-dest': 'empty', accept: '*/*' })).text).toBe(page.text);
    expect((await get('/home', { 'if-none-match': page.headers['etag'] ?? '' })).status).toBe(304);
    expect(JSON.parse((await gateway.send('/manifest.webmanifest')).text)).toMatchObject({ name: 'Knots & cake' });
    expect((await gateway.send('/user/providers')).json).toMatchObject({ signUp: 'code', signupCode: true });
  });

  it('changes with what identity tells, and is the page’s own by default', async () => {
    const site = { ...standInSite, signUp: 'nobody' } as const;
    gateway.standIns.answer({
      'identity.endedSessions': () => ({ sessions: [], delays: [], site, signUp: standInTerms }),
    });
    await gateway.app.get(EndedSessions).poll();
    const page = (await get('/home')).text;
    expect(page).toContain('<title>Parlour</title>');
    expect(page).not.toContain('data-accent');
    expect((await gateway.send('/user/providers')).json).toMatchObject({ signUp: 'nobody', signupCode: false });
  });

  it('[S-20] says whether it has no account yet, how long passwords are, and who helps, where there is something to say', async () => {
    const ways = async (told: object, terms: object) => {
      const site = { ...standInSite, ...told };
      const signUp = { ...standInTerms, ...terms };
      gateway.standIns.answer({ 'identity.endedSessions': () => ({ sessions: [], delays: [], site, signUp }) });
      await gateway.app.get(EndedSessions).poll();
      return (await gateway.send('/user/providers')).json;
    };
    const terms = { isNew: true, passwordLength: 8 };
    expect(await ways({ contact: 'Ms Lee, room 12' }, terms)).toMatchObject({ ...terms, contact: 'Ms Lee, room 12' });
    const usual = await ways({}, {});
    for (const name of ['isNew', 'passwordLength', 'contact']) expect(usual).not.toHaveProperty(name);
  });
});
