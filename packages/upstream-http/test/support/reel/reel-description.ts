import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { PollReading } from '../../../src/engine/poll-reading.ts';
import type {
  FindRule,
  JsonResponse,
  ProviderDescription,
  RefusalRule,
} from '../../../src/engine/provider-description.ts';

/** A small protocol with every feature of the engine, for its own tests. */

const taskSchema = z.object({ video: z.string().min(1).max(100) });
const refusalSchema = z.object({ fault: z.string(), words: z.string() });
const stateSchema = z.discriminatedUnion('state', [
  z.object({ video: z.string(), state: z.literal('turning'), percent: z.number() }),
  z.object({
    video: z.string(),
    state: z.literal('done'),
    at: z.string(),
    where: z.enum(['own', 'foreign']),
  }),
  z.object({ video: z.string(), state: z.literal('torn'), why: z.string() }),
]);
const namedSchema = z.object({ videos: z.array(taskSchema) });
const listSchema = z.object({
  videos: z.array(z.object({ video: z.string(), text: z.string().nullable(), made: z.number() })),
  next: z.string().nullable(),
});

function row(
  status: number,
  code: string | null,
  [kind, scope]: readonly [RefusalRule['kind'], RefusalRule['scope']],
): RefusalRule {
  return { status, code, kind, scope, source: 'the manual of the test', read: '2026-11-22' };
}

const byName: FindRule = {
  kind: 'own-id',
  request: (correlationId) => ({ path: `/films?name=${encodeURIComponent(correlationId)}` }),
  read: ({ status, body }) => {
    if (status === 501) return 'cannot-ask';
    return status === 200 ? namedSchema.safeParse(body).data?.videos : undefined;
  },
  absenceAfterMs: null,
};

const bySettledName: FindRule = { ...byName, absenceAfterMs: 60_000 };

const inList: FindRule = {
  kind: 'list',
  firstPage: () => ({ path: '/films?page=1' }),
  read: ({ status, body }, call) => {
    const parsed = listSchema.safeParse(body);
    if (status !== 200 || !parsed.success) return undefined;
    const text =
      call.body.kind === 'json'
        ? z.object({ text: z.string() }).safeParse(call.body.value).data?.text
        : undefined;
    const tasks = parsed.data.videos.map((one) => ({
      task: { video: one.video },
      createdAt: one.made,
      matches: one.text === null ? ('unsaid' as const) : sameText(one.text, text),
    }));
    return { tasks, next: parsed.data.next === null ? null : { path: parsed.data.next } };
  },
};

function sameText(listed: string, sent: string | undefined): 'yes' | 'no' {
  return listed === sent ? 'yes' : 'no';
}

const finds = { name: byName, 'settled-name': bySettledName, list: inList } as const;

function readPoll({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const fault = refusalSchema.safeParse(body).data?.fault;
  if (status === 404 && fault === 'no-film') return { kind: 'lost' };
  const parsed = stateSchema.safeParse(body);
  if (status !== 200 || !parsed.success) return { kind: 'unclear', detail: `answered ${status}` };
  const video = parsed.data;
  const isSame = video.video === taskSchema.parse(task).video;
  return { ...stateOf(video), ...(!isSame && { namedAs: { video: video.video } }) };
}

function stateOf(video: z.infer<typeof stateSchema>): PollReading {
  switch (video.state) {
    case 'turning':
      return { kind: 'pending', progress: video.percent };
    case 'done':
      return { kind: 'succeeded', output: { kind: video.where, at: video.at } };
    case 'torn':
      return {
        kind: 'failed',
        error: { kind: 'internal', charge: 'not-charged', detail: video.why },
      };
  }
}

/** @param find - the way to its lost submissions; null = none */
export function reelDescription(
  find: keyof typeof finds | 'key' | null = 'name',
): ProviderDescription {
  return {
    protocol: 'reel',
    displayName: 'Reel',
    endpoints: {},
    credential: {
      fields: [{ name: 'api_key', secret: true }],
      headers: (secret) => {
        if (secret === 'malformed') throw new Error('The key is malformed.');
        return { 'x-reel-key': secret };
      },
    },
    timing: {
      minimumPollIntervalMs: 1_000,
      visibilityLagMs: 2_000,
      reconcileAfterMs: find === null ? null : 1_000,
      ...(find === 'key' && { keyLifeMs: 3_600_000 }),
    },
    handlesBelongTo: 'account',
    unit: 'units',
    charges: 'acceptance',
    models: [],
    writes: ['name', 'text', 'seconds', 'still'],
    accepts: (_route, { mediaType }) =>
      mediaType === 'video'
        ? { kind: 'accepted', size: null }
        : { kind: 'not-accepted', parameter: 'mediaType', reason: 'Reel makes films only.' },
    build: ({ request, correlationId, route }) => ({
      path: `/films/${route.model}`,
      ...(find === 'key' && { headers: { 'idempotency-key': correlationId } }),
      body: {
        kind: 'json',
        value: {
          ...route.fixed,
          name: correlationId,
          text: request.prompt,
          seconds: request.durationSeconds,
          still: request.references.map(({ sha256, contentType }) => ({
            $asset: { sha256, contentType, as: 'base64' },
          })),
        },
      },
    }),
    readAcceptance: ({ body }) => taskSchema.safeParse(body).data,
    readRefusal: ({ body }) => {
      const { data } = refusalSchema.safeParse(body);
      return data === undefined ? undefined : { code: data.fault, message: data.words };
    },
    refusals: [
      row(401, 'bad-key', ['login', 'account']),
      row(422, 'text-*', ['policy', 'request']),
      row(422, null, ['invalid', 'request']),
      row(429, 'busy', ['rate_limited', 'account']),
    ],
    poll: {
      request: (task) => ({ path: `/films/${encodeURIComponent(taskSchema.parse(task).video)}` }),
      read: readPoll,
    },
    isGone: ({ status, body }) => status === 410 && refusalSchema.safeParse(body).success,
    ...(find !== null && find !== 'key' && { find: finds[find] }),
    probe: {
      request: { path: '/me' },
      read: ({ status, body }) => {
        if (status === 401) return { kind: 'login-required' };
        const me = z.object({ units: z.number() }).safeParse(body).data;
        return me === undefined
          ? { kind: 'unreadable', detail: `answered ${status}` }
          : { kind: 'ready', balance: me.units };
      },
    },
  };
}
