import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send } from '../http/response.ts';
import { type BodyRoute, bodyRoutesOf } from './request-bodies/body-routes.ts';
import {
  type MeasuredProcess,
  type Spent,
  startMeasuredProcess,
} from './request-bodies/measured-process.ts';
import { type BodyResponse, sendBody } from './request-bodies/send-body.ts';
import {
  type GoodFields,
  piecewiseBodiesOf,
  type WorstBody,
  worstBodiesOf,
} from './request-bodies/worst-bodies.ts';

const mebibyte = 1024 * 1024;
/** Sizes sent to every route; where a route accepts less, the response is that the body is too large. */
const sizes = [1, 4, 64].map((count) => count * mebibyte);

const [username, password] = ['admin', 'correct horse battery staple'];
const nativeKey = 'native-upstream-key-of-the-tests';
const serviceKey = 'service-key-of-the-tests';
const environment = {
  FILMGATE_HOST: '127.0.0.1',
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_ADMIN_PASSWORD: password,
  FILMGATE_NATIVE_API_KEY: nativeKey,
  FILMGATE_SERVICE_API_KEY: serviceKey,
  FILMGATE_MOCK_SPEED: '1000',
  FILMGATE_LOG_LEVEL: 'silent',
};

/** Maximum time a body may block the loop, and use in total, as a multiple of passes over its bytes. */
const mostPassesStill = 12;
const mostPassesOfWork = 40;
/** Small bodies are measured as one of this size: below it a busy machine's own pauses are longer. */
const leastChecked = 16 * mebibyte;
/** Maximum resident memory of a body, as a multiple of its size, plus the memory the process needs anyway. */
const mostCopies = 4;
const memoryAnyway = 128 * mebibyte;
/** Maximum length of a response to a refused body. */
const longestResponse = 8 * 1024;

let folder = '';
let gateway: MeasuredProcess;
let session = '';
let userKey = '';
let routes: readonly BodyRoute[] = [];
const passes = new Map<number, number>();
/** Buffer for one body after the other; a few bytes more, for those whose unit does not fill the size. */
const room = Buffer.alloc(Math.max(...sizes) + mebibyte);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-bodies-'));
  gateway = await startMeasuredProcess(join(folder, 'data'), environment);
  const appOf = (url: string) => gateway.apps.find((app) => app.some((route) => route.url === url));
  const { tasksUrl, localUrl } = gateway;
  routes = [
    ...(await bodyRoutesOf('tasks', tasksUrl, appOf('/v1/videos') ?? [])),
    ...(await bodyRoutesOf('local', localUrl, appOf('/api/v1/admin/jobs') ?? [])),
  ];
  session = await logIn();
  userKey = await createUser();
  for (const bytes of [leastChecked, ...sizes]) passes.set(bytes, await gateway.passMs(bytes));
}, 60_000);

afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

async function logIn(): Promise<string> {
  const response = await send(`${gateway.localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function createUser(): Promise<string> {
  const response = await send(`${gateway.localUrl}/api/v1/admin/api-users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session },
    body: JSON.stringify({ name: 'caller' }),
  });
  return z.object({ key: z.string() }).parse(JSON.parse(response.text)).key;
}

/** Values of required fields, so that the worst part of a body is reached. */
const goodValues: GoodFields = {
  prompt: 'a fox',
  image: 'data:image/png;base64,AAAA',
  plugin: 'std',
  id: 'ui-00000000-0000-4000-8000-000000000000',
  username: 'nobody',
  password: 'wrong',
  name: 'caller',
  label: 'an account',
  outcome: 'charged',
  note: 'seen on the bill',
  upstream_id: 'film-1',
  act: 'check',
  ids: ['vt_1'],
  owner: 'native',
  confirm: 'another one',
  current_password: 'wrong',
  new_password: 'a longer one of these',
  one_time_code: '000000',
};

function goodFieldsOf({ url, required }: BodyRoute): GoodFields {
  const model = url.includes('images') ? 'imgA-1x1-1k' : 'vidC-20-4s-16x9-720p';
  const known: GoodFields = { ...goodValues, model };
  expect(required.filter((name) => !(name in known))).toEqual([]);
  return Object.fromEntries(['prompt', ...required].map((name) => [name, known[name]]));
}

function headersOf({ listener, url }: BodyRoute): Readonly<Record<string, string>> {
  // An accepted body must not end the session of the others.
  if (url.startsWith('/api/v1/auth/')) return {};
  if (listener === 'local') return { Cookie: session, 'X-API-Key': serviceKey };
  const key = url.startsWith('/api/') ? nativeKey : userKey;
  return {
    Authorization: `Bearer ${key}`,
    ...(url.startsWith('/api/') ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
  };
}

const errorBody = z.union([
  z.strictObject({
    error: z.strictObject({
      message: z.string().min(1),
      type: z.literal('invalid_request_error'),
      code: z.string().min(1),
      param: z.string().optional(),
    }),
  }),
  z.strictObject({ detail: z.string().min(1) }),
]);

/** Returns the faults in the handling of a body; empty when there are none. */
function faultsOf(
  body: { readonly name: string; readonly length: number },
  spent: Spent,
  response: BodyResponse | undefined,
): readonly string[] {
  const size = Math.max(body.length, leastChecked);
  const passMs = (size / leastChecked) * (passes.get(leastChecked) ?? Number.NaN);
  const wide = Math.max(passMs, passes.get(sizes.find((one) => one >= size) ?? leastChecked) ?? 0);
  // On a busy machine other programs block the loop too, and cost this one no CPU time.
  const stillMs = Math.min(spent.stillMs, spent.cpuMs);
  const faults = [
    stillMs > mostPassesStill * wide &&
      `the loop stood still for ${stillMs} ms, a pass takes ${wide}`,
    spent.cpuMs > mostPassesOfWork * wide &&
      `it took ${spent.cpuMs} ms of work, a pass takes ${wide}`,
    spent.grownBytes > mostCopies * body.length + memoryAnyway &&
      `memory grew by ${spent.grownBytes} bytes for ${body.length}`,
    response === undefined && 'there was no answer',
    response !== undefined &&
      response.status >= 500 &&
      `it was answered ${response.status} ${response.text}`,
    response !== undefined &&
      response.status >= 400 &&
      !isRefusal(response.text) &&
      `the refusal is ${response.text.slice(0, 200)}`,
    response !== undefined &&
      response.text.length > longestResponse &&
      `the answer has ${response.text.length} bytes`,
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${body.name}: ${fault}`);
}

function isRefusal(text: string): boolean {
  try {
    return errorBody.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

async function sendAll(route: BodyRoute, bodies: readonly WorstBody[]): Promise<readonly string[]> {
  const { method, listener } = route;
  const base = listener === 'tasks' ? gateway.tasksUrl : gateway.localUrl;
  const url = `${base}${route.url.replaceAll(/:[a-z]+/gi, 'none')}`;
  const faults: string[] = [];
  const headers = headersOf(route);
  for (const body of bodies) {
    const before = gateway.files();
    const bytes = body.bytes(room);
    const { result: response, ...spent } = await gateway.measure(() =>
      sendBody({ url, method, headers, body, bytes }),
    );
    const sent = { name: body.name, length: bytes.length };
    faults.push(
      ...faultsOf(sent, spent, response).map((fault) => `${method} ${route.url}: ${fault}`),
    );
    if ((response?.status ?? 400) >= 400 && gateway.files().length > before.length)
      faults.push(
        `${method} ${route.url}: ${body.name}: a refused body left something on the disk`,
      );
    // The route accepts less: every other body of this size is refused in the same way.
    if (response?.status === 413 && !body.contentType.startsWith('multipart/')) break;
  }
  return faults;
}

describe('the worst body', () => {
  it('[bodies.worst-case] can be sent to many routes', () => {
    expect(routes.length).toBeGreaterThan(15);
    const lists = routes.flatMap(({ url, lists: paths }) =>
      paths.map((path) => `${url} ${path.join('.')}`),
    );
    for (const list of [
      '/v1/videos images',
      '/v1/videos content',
      '/api/v1/video-jobs references',
      '/v1/chat/completions messages',
      '/api/v1/admin/accounts families',
    ])
      expect(lists).toContain(list);
  });

  const sampled = sizes
    .slice(0, 1)
    .map((bytes) => ({ bytes, on: 'one route of each kind', tags: 'sampled' }));
  const all = sizes.map((bytes) => ({ bytes, on: 'every route', tags: 'long' }));
  describe.each([...sampled, ...all])('$bytes bytes on $on', ({ bytes, tags }) => {
    it('[bodies.worst-case][bodies.json.structure][bodies.lists.bounded][bodies.answers.bounded] cost a few passes over them', {
      tags,
      timeout: 400_000,
    }, async () => {
      const faults: string[] = [];
      const unlike = unlikeRoutes();
      for (const route of tags === 'long' ? routes : routes.filter(isSampled)) {
        const bodies = worstBodiesOf(route, goodFieldsOf(route), bytes);
        faults.push(
          ...(await sendAll(route, bodies.filter(isWorthwhile(bytes, unlike.has(route))))),
        );
      }
      expect(faults).toEqual([]);
    });
  });

  it('[bodies.worst-case][bodies.pieces] in pieces of one byte costs its bytes on every route', {
    tags: 'long',
    timeout: 240_000,
  }, async () => {
    const faults: string[] = [];
    for (const route of routes) faults.push(...(await sendAll(route, piecewiseBodiesOf(route))));
    expect(faults).toEqual([]);
  });
});

/** A route for each reader of bodies: tasks in JSON and as a form, chat, the workbench and the administration. */
function isSampled({ url }: BodyRoute): boolean {
  return [
    '/v1/videos',
    '/v1/chat/completions',
    '/api/v1/video-jobs',
    '/api/v1/admin/accounts',
  ].includes(url);
}

/** Returns one of the routes with equal listener, media types and fields. */
function unlikeRoutes(): ReadonlySet<BodyRoute> {
  const byKind = new Map(
    routes.map((route) => {
      const { listener, types, required, lists } = route;
      return [JSON.stringify([listener, types, required, lists]), route];
    }),
  );
  return new Set(byKind.values());
}

/** Every body is sent once in the smallest size; slower ones only where they must be read to the end. */
function isWorthwhile(
  bytes: number,
  isUnlike: boolean,
): (body: WorstBody, index: number) => boolean {
  const isSmallest = bytes === sizes[0];
  return ({ refused }, index) => {
    if (!isUnlike) return isSmallest && index % 8 === 0;
    return isSmallest || refused === undefined;
  };
}
