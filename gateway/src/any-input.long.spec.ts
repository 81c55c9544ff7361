import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ErrorCode, statusOfCode } from '@parlour/contracts/errors';
import { at, report, reported, reportId } from './testing/reports.ts';
import { questionId } from './testing/stand-ins.ts';
import { type Answer, RunningGateway } from './testing/running-gateway.ts';

/** The parts of OpenAPI's schema that our document uses. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, object>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | undefined;
  readonly statuses: readonly string[];
}

interface Request {
  readonly inPath: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The same inputs in every run. */
const seed = 20_260_105;

const json = (value: unknown): string => JSON.stringify(value);
const nested = (depth: number): unknown => (depth === 0 ? [] : { a: [nested(depth - 1)] });
const huge = 'ä'.repeat(100_000);
const odd: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, '', ' ', 'x', '\0', '\ud83d', '👩‍👩‍👧‍👦', 'toString', '__proto__', 'null', huge],
  ...[[], [null], [[]], ['x', 5], Array(2_000).fill(null), {}, { length: 5 }, { toString: 5 }, { $gt: '' }, nested(20)],
];

let gateway: RunningGateway;
let routes: Route[];
let schemas: Readonly<Record<string, Schema>>;
let cookies: Map<Route, string>;

beforeAll(async () => {
  gateway = await RunningGateway.start();
  const document = (await gateway.send('/docs-json')).json as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  schemas = document.components.schemas;
  routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(method.toUpperCase(), path, operation)),
  );
  // A new gateway for each, because some inputs end a session.
  cookies = new Map();
  for (const route of routes) cookies.set(route, (await gateway.signIn('Ann')).cookie);
  // What is reported is described first: without an answer, nothing would get as far as the report.
  const describing = ({ request }: { request: { things: readonly unknown[] } }) => ({
    things: request.things.map(() => reported),
  });
  gateway.standIns.answer({
    'qa.getReported': describing,
    'messaging.getReported': describing,
    'identity.getReported': describing,
    'communities.getReported': describing,
    'communities.getReport': () => report,
    'communities.getReports': () => ({ rows: [report], total: 1, next: null }),
    'communities.report': () => ({ _id: reportId, reason: 'spam', text: '', at }),
    'communities.resolveReport': () => report,
  });
  gateway.standIns.refuse('identity.signup', 'signup.code', 'No');
  gateway.standIns.refuse('identity.login', 'login.failed', 'No');
  gateway.standIns.refuse('identity.googleLogin', 'google.refused', 'No');
});

afterAll(() => gateway.stop());

it('[T-1, T-2] whatever is in one field, the answer is documented and not a fault of ours', async () => {
  await overRoutes(async (route, send) => {
    const whole = exampleOf(route.body);
    for (const fields of fieldsOf(whole)) {
      for (const value of odd) await send({ ...usual(route), body: json(replaced(whole, fields, value)) });
    }
    for (const name of Object.keys(route.query)) {
      for (const value of [
        '',
        'x',
        '0',
        '-1',
        '1.5',
        'null',
        '%00',
        '%zz',
        '%f0%9f%91%a9',
        'toString',
        'x'.repeat(3_000),
      ]) {
        await send({ ...usual(route), query: `?${name}=${value}` });
      }
      for (const query of [`?${name}=Ann&${name}=Ann`, `?${name}[]=x`, `?${name}[a]=x`]) {
        await send({ ...usual(route), query });
      }
    }
    for (const name of route.pathParameters) {
      for (const value of [
        'x',
        '%00',
        '%zz',
        '%ff',
        '%20',
        'toString',
        '__proto__',
        '%F0%9F%91%A9',
        'x'.repeat(3_000),
      ]) {
        await send({ ...usual(route), inPath: { ...usual(route).inPath, [name]: value } });
      }
    }
  });
});

it('[T-1, T-2] whatever is sent at once, the answer is documented and not a fault of ours', async () => {
  await overRoutes(async (route, send) => {
    await fc.assert(
      fc.asyncProperty(anyRequest(route), (request) => send(request)),
      { seed, numRuns: 8, endOnFailure: true },
    );
  });
});

/** Reports all faults at once, each kind once per route. */
async function overRoutes(
  work: (route: Route, send: (request: Request) => Promise<void>) => Promise<void>,
): Promise<void> {
  expect(routes.length).toBeGreaterThan(50);
  const wrong = new Map<string, string>();
  for (const route of routes) {
    const cookie = cookies.get(route) ?? '';
    await work(route, async ({ inPath, query, headers, body }) => {
      gateway.standIns.calls.length = 0;
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '') + query;
      const sent = { method: route.method, headers: { cookie, ...headers }, ...(body === undefined ? {} : { body }) };
      const answer = await gateway.send(path, sent);
      const fault = faultOf(route, answer);
      const key = `${route.method} ${route.path} ${fault}`;
      if (fault && !wrong.has(key)) wrong.set(key, `${path.slice(0, 200)} ${json({ headers, body })}`.slice(0, 500));
    });
  }
  expect(Object.fromEntries(wrong)).toEqual({});
}

/** Fields for which null is a value: outside of communities, no picture. */
const nullable = ['communityId', 'fileId'];

/** The fault of an answer, if any. */
function faultOf({ statuses }: Route, answer: Answer): string | undefined {
  const { status, json: body } = answer;
  // A missing answer of the stand-ins; a fault of the gateway itself is 500.
  const isAway = status === 503 && (body as { code?: string }).code === 'service.unavailable';
  if (status >= 500 && !isAway) return `answered ${status} ${answer.text}`;
  if (!statuses.includes(String(status))) return `answered ${status}, which is not documented`;
  if (status >= 400) {
    const { error, code, ...more } = (body ?? {}) as Record<string, unknown>;
    const isShape = typeof error === 'string' && statusOfCode[code as ErrorCode] === status;
    if (!isShape || Object.keys(more).length > 0) return `answered ${status} ${answer.text}, which is no error`;
  }
  for (const { name, call } of gateway.standIns.calls) {
    if (Object.entries(call.request).some(([field, value]) => value === null && !nullable.includes(field))) {
      return `asked ${name} with ${json(call.request)}`;
    }
  }
  return undefined;
}

function routeOf(method: string, path: string, { parameters = [], requestBody, responses }: Operation): Route {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  return {
    method,
    path,
    pathParameters: of('path').map(({ name }) => name),
    query: Object.fromEntries(of('query').map(({ name, schema }) => [name, schema])),
    body: requestBody?.content['application/json']?.schema,
    statuses: Object.keys(responses),
  };
}

/** A valid request, so that a single odd value decides the outcome. */
function usual({ pathParameters, body }: Route): Request {
  const inPath = Object.fromEntries(pathParameters.map((name) => [name, /id$/i.test(name) ? questionId : 'Ann']));
  return { inPath, query: '', headers: {}, body: body && json(exampleOf(body)) };
}

function resolved(schema: Schema): Schema {
  const [of] = schema.allOf ?? [schema];
  const name = of?.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(schemas[name] ?? {});
}

function exampleOf(given: Schema | undefined, name = ''): unknown {
  const schema = resolved(given ?? {});
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [exampleOf(schema.items)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.format === 'date-time') return '2099-01-05T09:03:07.000Z';
  if (schema.type === 'string') return /id$/i.test(name) || name === 'upTo' ? questionId : 'Ann';
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, key)]),
  );
}

/** The paths of all fields of a value, including nested ones. */
function fieldsOf(value: unknown): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...fieldsOf(inner).map((rest) => [key, ...rest])]);
}

function replaced(whole: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  const inner = replaced((whole as Record<string, unknown>)[first], rest, value);
  if (Array.isArray(whole)) return whole.map((item: unknown, at) => (String(at) === first ? inner : item));
  return { ...(whole as object), [first]: inner };
}

function anyRequest(route: Route): fc.Arbitrary<Request> {
  const text = fc.string({ unit: 'grapheme', maxLength: 50 });
  const header = fc.string({ unit: 'grapheme-ascii', maxLength: 80 }).map((value) => value.trim());
  const names = ['x-min-position', 'idempotency-key', 'if-none-match', 'user-agent', 'traceparent', 'accept-encoding'];
  const others = ['content-type', 'accept', 'x-forwarded-for', 'x-request-id', 'range', 'if-modified-since'];
  const named = (keys: readonly string[], values: fc.Arbitrary<string>) =>
    fc.record(Object.fromEntries(keys.map((key) => [key, values])), { requiredKeys: [] }) as fc.Arbitrary<
      Record<string, string>
    >;
  const ofQuery = fc.array(fc.tuple(fc.constantFrom('limit', 'x', ...Object.keys(route.query)), text), {
    maxLength: 4,
  });
  const inPath = fc.oneof(fc.constant('Ann'), fc.constant(questionId), text.map(encodeURIComponent));
  const body = fc.oneof({ weight: 3, arbitrary: likely(route.body) }, { weight: 1, arbitrary: anyValue });
  return fc.record({
    inPath: fc.record(Object.fromEntries(route.pathParameters.map((key) => [key, inPath]))),
    query: ofQuery.map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`)),
    headers: named([...names, ...others], header),
    body: route.body ? fc.option(body.map(json), { nil: undefined }) : fc.constant(undefined),
  });
}

const anyValue = fc.oneof(fc.constantFrom(...odd), fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }));

/** Mostly of the right shape, so that odd values get as far as possible. */
function likely(given: Schema | undefined, name = ''): fc.Arbitrary<unknown> {
  const schema = resolved(given ?? {});
  const { properties, items } = schema;
  const right = properties
    ? fc.record(Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, likely(inner, key)])), {
        requiredKeys: [],
      })
    : items
      ? fc.array(likely(items), { maxLength: 4 })
      : fc.constant(exampleOf(schema, name));
  return fc.oneof({ weight: 4, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anyValue });
}
