import { defineProvider, type ProviderDescription } from '@filmgate/upstream-http';
import * as z from 'zod';

/** How soon a lost order shows up in the provider's list, as its documentation says. */
const listedAfterMs = 5_000;
/** After this long an order that is not listed never arrived. */
const settledAfterMs = 120_000;

const taskSchema = z.object({ clip: z.string() });
const refusalSchema = z.object({ error: z.string() });
const clipSchema = z.object({
  phase: z.enum(['rendering', 'ready', 'broken']),
  percent: z.number(),
});
const listSchema = z.object({ clips: z.array(z.string()) });
const accountSchema = z.object({ credits: z.number() });

const manual = 'Reelhouse manual, section Errors';

/** What is special about Reelhouse. Sending once, proof, searching and fetching are the engine's. */
const description: ProviderDescription = {
  protocol: 'reelhouse',
  displayName: 'Reelhouse',
  places: {},
  credential: {
    fields: [{ name: 'api_key', secret: true }],
    headers: (secret) => ({ 'x-api-key': secret }),
  },
  timing: { minimumPollIntervalMs: 1_000, visibilityLagMs: 0, reconcileAfterMs: listedAfterMs },
  handlesBelongTo: 'account',
  unit: 'credits',
  charges: 'acceptance',
  models: [],
  writes: ['ref', 'text', 'seconds'],
  accepts: (_route, { references }) =>
    references.length === 0
      ? { kind: 'accepted', size: null }
      : { kind: 'not-accepted', parameter: 'references', reason: 'Reelhouse takes text alone.' },
  build: ({ route, request, correlationId }) => {
    const written = { ref: correlationId, text: request.prompt, seconds: request.durationSeconds };
    return { path: '/clips', body: { kind: 'json', value: { ...route.fixed, ...written } } };
  },
  readAcceptance: ({ body }) => taskSchema.safeParse(body).data,
  readRefusal: ({ body }) => {
    const code = refusalSchema.safeParse(body).data?.error;
    return code === undefined ? undefined : { code, message: 'see the manual' };
  },
  // The two refusals that are documented; everything else proves nothing.
  refusals: [
    {
      status: 401,
      code: 'bad-key',
      kind: 'login',
      scope: 'account',
      source: manual,
      read: '2026-11-22',
    },
    {
      status: 422,
      code: 'not-allowed',
      kind: 'policy',
      scope: 'request',
      source: manual,
      read: '2026-11-22',
    },
  ],
  poll: {
    request: (task) => ({ path: clipPath(task) }),
    read: ({ status, body }, task) => {
      const { data: clip } = clipSchema.safeParse(body);
      const fault = refusalSchema.safeParse(body).data?.error;
      if (status === 404 && fault === 'no-such-clip') return { kind: 'lost' };
      if (status !== 200 || clip === undefined)
        return { kind: 'unclear', detail: `answered ${status}` };
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
    },
  },
  find: {
    kind: 'own-id',
    request: (correlationId) => ({ path: `/clips?ref=${encodeURIComponent(correlationId)}` }),
    read: ({ status, body }) =>
      status === 200 ? listSchema.safeParse(body).data?.clips.map((clip) => ({ clip })) : undefined,
    absenceAfterMs: settledAfterMs,
  },
  probe: {
    request: { path: '/account' },
    read: ({ status, body }) => {
      if (status === 401) return { kind: 'login-required' };
      const { data: account } = accountSchema.safeParse(body);
      if (account === undefined) return { kind: 'unreadable', detail: `answered ${status}` };
      return { kind: 'ready', balance: account.credits };
    },
  },
};

function clipPath(task: unknown): string {
  return `/clips/${encodeURIComponent(taskSchema.parse(task).clip)}`;
}

/** Reelhouse as a provider that a gateway can be given. */
export const reelhouse = defineProvider({ protocol: 'reelhouse', describe: () => description });
