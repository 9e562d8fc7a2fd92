import { z } from 'zod';
import { eventually } from '../../http/eventually.ts';
import type { OperatorEndpoint } from '../../http/personality-endpoints.ts';
import { instant } from '../../http/prompts.ts';
import { json } from './heard.ts';
import { canary } from './swept-endpoints.ts';
import { keys, type SweptGateway } from './swept-gateway.ts';
import type { NoticeCall } from './swept-providers.ts';

/** Tokens of a job, and where it may get to: a state, or a wait for a host to be allowed. */
interface Fate {
  readonly tokens: readonly string[];
  readonly ends: readonly string[];
}

const unsure = ['completed', 'failed', 'outcome_unknown'];
const videoFates: readonly Fate[] = [
  { tokens: ['callback-bad-signature'], ends: ['completed'] },
  { tokens: ['url-403=1'], ends: ['completed'] },
  { tokens: ['fail=internal'], ends: ['failed'] },
  // Another gateway describes a refusal in other terms.
  { tokens: ['refuse=400'], ends: ['failed', 'outcome_unknown'] },
  { tokens: ['lost-response'], ends: ['completed', 'outcome_unknown'] },
  { tokens: ['response=unlisted-code', 'accepted=no'], ends: unsure },
  { tokens: ['response=502'], ends: ['completed', 'outcome_unknown'] },
  { tokens: ['redirect-host'], ends: ['completed', 'permission'] },
];
const imageFates: readonly Fate[] = [
  { tokens: [], ends: ['completed'] },
  { tokens: ['refuse=400'], ends: unsure },
  { tokens: ['fail=policy'], ends: unsure },
  { tokens: ['lost-response'], ends: unsure },
];
/** Of a server that reads no tokens. */
const linkedFates: readonly Fate[] = [{ tokens: [], ends: ['completed', 'permission'] }];
/** Of a provider that is never reached. */
const unreachedFates: readonly Fate[] = [{ tokens: [], ends: ['queued', ...unsure] }];

function fatesOf({ name, makes, origin }: OperatorEndpoint): readonly Fate[] {
  if (name === 'behind-proxy') return unreachedFates;
  if (makes === 'image') return origin === undefined ? imageFates : linkedFates;
  return videoFates;
}

const jobSchema = z.object({
  job: z.object({
    state: z.string(),
    result_wait: z.object({ awaits: z.string().nullable() }).nullable(),
  }),
});
const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Lets every wire have every fate, and returns the ids of the jobs. */
export async function useWires(gateway: SweptGateway): Promise<readonly string[]> {
  deliverNotices(gateway);
  const ids = gateway.providers.endpoints.map(async (endpoint) => {
    const own: string[] = [];
    for (const [at, fate] of fatesOf(endpoint).entries())
      own.push(await meet(gateway, endpoint, { ...fate, label: `sweep-${endpoint.name}-${at}-` }));
    return own;
  });
  const jobs = (await Promise.all(ids)).flat();
  const { endpoints, tunnels } = gateway.providers;
  const isProxied = endpoints.some(({ name }) => name === 'behind-proxy');
  await eventually(async () => (tunnels() > 2 || !isProxied ? true : undefined), {
    what: 'the proxy to be asked',
  });
  await refuseLogins(gateway);
  return jobs;
}

/** Makes a job and waits until it has met its fate; returns its id. */
async function meet(
  gateway: SweptGateway,
  endpoint: OperatorEndpoint,
  { tokens, ends, label }: Fate & { readonly label: string },
): Promise<string> {
  await order(gateway, endpoint, instant(label, ...tokens));
  return await eventually(
    async () => {
      const list = await gateway.asAdmin('GET /api/v1/admin/jobs', `jobs?text=${label}`);
      const id = listSchema.parse(JSON.parse(list.text)).data[0]?.id;
      if (id === undefined) return undefined;
      const read = await gateway.asAdmin('GET /api/v1/admin/jobs/:id', `jobs/${id}`);
      const { job } = jobSchema.parse(JSON.parse(read.text));
      return ends.includes(job.state) || ends.includes(job.result_wait?.awaits ?? '')
        ? id
        : undefined;
    },
    { what: `${label} with ${tokens.join()} is ${ends.join(' or ')}`, intervalMs: 100 },
  );
}

/** Orders until the order is accepted: accounts must first be probed. */
async function order(
  { world, listener, userKey, search }: SweptGateway,
  endpoint: OperatorEndpoint,
  prompt: string,
): Promise<void> {
  const { name, durationsSeconds, resolutions, makes } = endpoint;
  const [[seconds], [resolution]] = [durationsSeconds, resolutions];
  const isImage = makes === 'image';
  const route = isImage ? 'POST /v1/images/generations' : 'POST /v1/videos';
  const { tasksUrl, localUrl } = world.running;
  const key = canary(`order of ${prompt}`);
  search.add('idempotency key', key);
  const body = isImage
    ? { model: `${name}-1x1-1k`, prompt }
    : { model: name, prompt, seconds, resolution };
  await eventually(
    async () => {
      const { status } = await listener.ask(route, {
        url: (isImage ? localUrl : tasksUrl) + (route.split(' ')[1] ?? ''),
        headers: [
          ['authorization', `Bearer ${isImage ? keys.service : userKey}`],
          ['idempotency-key', key],
          json,
        ],
        body: JSON.stringify(body),
      });
      return status === 503 && !isImage ? undefined : status;
    },
    { what: `an order at ${name}`, intervalMs: 100 },
  );
}

/** Gives each call of a provider to the gateway: forged, as it is, and too large. */
function deliverNotices({ world, providers, listener }: SweptGateway): void {
  providers.onNotice(async ({ path, body, headers }) => {
    const deliver = (call: Pick<NoticeCall, 'path' | 'body'>) =>
      listener.ask('POST /notices/:token', {
        url: world.running.tasksUrl + call.path,
        headers: Object.entries(headers),
        body: call.body,
      });
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    await deliver({ path: forged, body });
    await deliver({ path, body: '{"id": "of no task"}' });
    await deliver({ path, body });
    await deliver({ path, body: `{"id": "${'x'.repeat(100_000)}"}` });
    await deliver({ path, body: `{"id": ${path}` });
  });
}

/** Makes each provider refuse the key, and tests each account. */
async function refuseLogins(gateway: SweptGateway): Promise<void> {
  for (const endpoint of gateway.providers.endpoints)
    await order(gateway, endpoint, instant('refused', 'refuse=401'));
  const listed = await gateway.asAdmin('GET /api/v1/admin/accounts', 'accounts');
  for (const { id } of listSchema.parse(JSON.parse(listed.text)).data)
    await gateway.asAdmin('POST /api/v1/admin/accounts/:id/test', `accounts/${id}/test`);
}
