import type { JsonValue } from '@filmgate/core';
import {
  defineProvider,
  type FindRule,
  type JsonResponse,
  type OfferedFamily,
  type PollReading,
  type ProviderDescription,
  type RefusalRule,
  type TaskNaming,
} from '@filmgate/upstream-http';
import * as z from 'zod';

const taskSchema = z.object({ clip: z.string() });
const refusalSchema = z.object({ error: z.string() });
const clipSchema = z.object({
  phase: z.enum(['rendering', 'ready', 'broken']),
  percent: z.number().nullable().catch(null),
});
const echoSchema = z.object({ text: z.string() });
const listSchema = z.object({ clips: z.array(z.string()) });
const accountSchema = z.object({ credits: z.number() });

const documented = { source: 'Reelhouse manual, section Errors', read: '2026-11-22' };

// The two refusals that are documented; everything else proves nothing.
const refusals: readonly RefusalRule[] = [
  { status: 401, code: 'bad-key', kind: 'login', scope: 'account', ...documented },
  { status: 422, code: 'not-allowed', kind: 'policy', scope: 'request', ...documented },
];

function readError({ body }: JsonResponse): string | undefined {
  return refusalSchema.safeParse(body).data?.error;
}

function clipPath(task: JsonValue): string {
  return `/clips/${encodeURIComponent(taskSchema.parse(task).clip)}`;
}

function readClip(response: JsonResponse, task: JsonValue): PollReading {
  if (response.status === 404 && readError(response) === 'no-such-clip') return { kind: 'lost' };
  const { data: clip } = clipSchema.safeParse(response.body);
  if (response.status !== 200 || clip === undefined)
    return { kind: 'unclear', detail: `answered ${response.status}` };
  switch (clip.phase) {
    case 'rendering':
      return { kind: 'pending', progress: clip.percent };
    case 'ready':
      return { kind: 'succeeded', output: { kind: 'own', at: `${clipPath(task)}/file` } };
    case 'broken':
      return {
        kind: 'failed',
        error: { kind: 'internal', charge: 'not-charged', detail: 'the clip broke' },
      };
  }
}

const find: FindRule = {
  kind: 'own-id',
  request: (correlationId) => ({ path: `/clips?ref=${encodeURIComponent(correlationId)}` }),
  read: ({ status, body }) =>
    status === 200 ? listSchema.safeParse(body).data?.clips.map((clip) => ({ clip })) : undefined,
  // According to the manual, an order that is not listed two minutes after it was sent never arrived.
  absenceAfterMs: 120_000,
};

const naming: TaskNaming = {
  taskOf: (id) => ({ clip: id }),
  idOf: (task) => taskSchema.safeParse(task).data?.clip,
  facts: ({ body }) => {
    const { text } = echoSchema.safeParse(body).data ?? {};
    return { createdAt: null, reported: text === undefined ? {} : { text } };
  },
};

const probe: NonNullable<ProviderDescription['probe']> = {
  request: { path: '/account' },
  read: ({ status, body }) => {
    if (status === 401) return { kind: 'login-required' };
    const { data: account } = accountSchema.safeParse(body);
    if (account === undefined) return { kind: 'unreadable', detail: `answered ${status}` };
    return { kind: 'ready', balance: account.credits };
  },
};

const boat: OfferedFamily = {
  id: 'boat',
  mediaType: 'video',
  surfaces: ['local'],
  displayName: 'Boat',
  description: 'Silent videos of boats.',
  ownedBy: 'house',
  durationsSeconds: [2],
  aspectRatios: ['16:9'],
  resolutions: ['480p'],
  audio: 'none',
  negativePrompt: false,
  references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
  promptLimit: 4000,
  creditsPerSecond: { '480p': 1 },
  model: 'reel-1',
  route: { cost: { perSecond: { '480p': 1 } } },
  waitSeconds: 60,
  source: 'Reelhouse manual, section Prices',
  read: '2026-11-22',
};

const description: ProviderDescription = {
  protocol: 'reelhouse',
  displayName: 'Reelhouse',
  endpoints: { reelhouse: { baseUrl: 'https://api.reelhouse.example', resultHosts: [] } },
  credential: {
    fields: [{ name: 'api_key', secret: true }],
    headers: (secret) => ({ 'x-api-key': secret }),
  },
  timing: { minimumPollIntervalMs: 1_000, visibilityLagMs: 0, reconcileAfterMs: 5_000 },
  handlesBelongTo: 'account',
  unit: 'credits',
  charges: 'acceptance',
  models: [],
  families: [boat],
  writes: ['ref', 'model', 'text', 'seconds'],
  accepts: (_route, { references }) =>
    references.length === 0
      ? { kind: 'accepted', size: null }
      : { kind: 'not-accepted', parameter: 'references', reason: 'Reelhouse takes text alone.' },
  build: ({ route, request, correlationId }) => {
    const { prompt: text, durationSeconds: seconds } = request;
    const written = { ref: correlationId, model: route.model, text, seconds };
    return { path: '/clips', body: { kind: 'json', value: { ...route.fixed, ...written } } };
  },
  readAcceptance: ({ body }) => taskSchema.safeParse(body).data,
  readRefusal: (response) => {
    const code = readError(response);
    return code === undefined ? undefined : { code, message: 'see the manual of Reelhouse' };
  },
  refusals,
  poll: { request: (task) => ({ path: clipPath(task) }), read: readClip },
  naming,
  find,
  probe,
};

export const reelhouse = defineProvider({ protocol: 'reelhouse', describe: () => description });
