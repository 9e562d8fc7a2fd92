import type { OfferedFamily, ProviderDescription } from '@filmgate/upstream-http';

/** A provider as an operator writes it: its types are stripped, so that no package is needed beside it. */

const clipIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'clip' in body && typeof body.clip === 'string'
    ? body.clip
    : undefined;

const pathOf = (task: unknown) => `/clips/${typeof task === 'string' ? task : ''}`;

const family: OfferedFamily = {
  id: 'pellicle-1',
  mediaType: 'video',
  surfaces: ['tasks', 'local'],
  displayName: 'Pellicle 1',
  description: 'Silent videos of two seconds.',
  ownedBy: 'pellicle',
  durationsSeconds: [2],
  aspectRatios: ['16:9'],
  resolutions: ['480p'],
  audio: 'none',
  negativePrompt: false,
  references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
  promptLimit: 1_000,
  creditsPerSecond: { '480p': 3 },
  model: 'pel-1',
  route: { cost: { perSecond: { '480p': 30_000 } } },
  waitSeconds: 60,
  source: 'https://pellicle.example/prices',
  read: '2026-11-30',
};

const description: ProviderDescription = {
  protocol: 'pellicle',
  displayName: 'Pellicle',
  endpoints: { pellicle: { baseUrl: 'https://api.pellicle.example', resultHosts: [] } },
  credential: {
    fields: [{ name: 'api_key', secret: true }],
    headers: (secret) => ({ authorization: `Bearer ${secret}` }),
  },
  timing: { minimumPollIntervalMs: 100, visibilityLagMs: 0, reconcileAfterMs: null },
  handlesBelongTo: 'account',
  unit: 'usd',
  charges: 'success',
  models: [],
  families: [family],
  writes: ['model', 'text'],
  accepts: () => ({ kind: 'accepted', size: null }),
  build: ({ route, request }) => ({
    path: '/clips',
    body: { kind: 'json', value: { model: route.model, text: request.prompt } },
  }),
  readAcceptance: ({ body }) => clipIn(body),
  readRefusal: () => undefined,
  refusals: [],
  poll: {
    request: (task) => ({ path: pathOf(task) }),
    read: ({ body }, task) =>
      clipIn(body) === undefined
        ? { kind: 'unclear', detail: 'no clip' }
        : { kind: 'succeeded', output: { kind: 'own', at: `${pathOf(task)}/file` } },
  },
};

export default { protocol: 'pellicle', describe: () => description };
