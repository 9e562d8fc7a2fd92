import type {
  OpenResultOutcome,
  ProbeOutcome,
  ReconcileOutcome,
  UpstreamAccount,
  UpstreamClient,
} from '@filmgate/core';
import { z } from 'zod';
import { findableAfterMs } from '../wire/findable-after.ts';
import { handleOf, idOf } from './mock-handle.ts';
import { prepareSubmission } from './mock-submission.ts';
import { readJson } from './read-json.ts';
import { readStatus } from './read-status.ts';
import { outputSchema } from './result-output.ts';
import { sendSubmission } from './send-submission.ts';
import type { Transport, TransportAnswer } from './transport.ts';

/** Shortest pause between two reads of one job before scaling, in ms. */
const pollIntervalMs = 1_000;
/** Never faster than this, whatever the speed, in ms. */
const shortestPollMs = 20;

const foundSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const balanceSchema = z.object({ credits: z.number() });

/** An account without a secret is known to the mock by its label. */
function keyOf(account: UpstreamAccount): string {
  return account.secret ?? account.label;
}

/** The upstream client of the mock provider, the same over every transport. */
export function createMockClient(options: {
  readonly transport: Transport;
  /** As the mock's own speed: scales polling and searching. */
  readonly speed: number;
  /** Wall clock in ms. */
  readonly now: () => number;
}): UpstreamClient {
  const { transport, speed, now } = options;
  const pause = (ms: number) => Math.max(shortestPollMs, Math.ceil(ms / speed));
  const get = (
    path: string,
    call: { readonly account: UpstreamAccount; readonly signal: AbortSignal },
  ) =>
    transport.send({
      method: 'GET',
      path,
      key: keyOf(call.account),
      body: null,
      signal: call.signal,
    });
  return {
    describe: () => ({
      provider: 'mock',
      minimumPollIntervalMs: pause(pollIntervalMs),
      visibilityLagMs: pause(findableAfterMs),
      reconcileAfterMs: pause(findableAfterMs),
    }),
    prepare: ({ request, correlationId }) => prepareSubmission(request, correlationId),
    submit: ({ account, submission, deadlineAt, readAsset, signal }) => {
      const mayStart = () => !signal.aborted && now() < deadlineAt;
      return sendSubmission(transport, {
        submission,
        key: keyOf(account),
        readAsset,
        signal,
        mayStart,
      });
    },
    async poll(call) {
      const answer = await get(`/v1/generations/${encodeURIComponent(idOf(call.handle))}`, call);
      return readStatus(answer.status, await readJson(answer.body));
    },
    async openResult(call) {
      return openAnswer(await get(outputSchema.parse(call.output.value).url, call));
    },
    async reconcile(call) {
      const query = new URLSearchParams({ correlation_id: call.correlationId });
      return readSearch(await get(`/v1/generations?${query}`, call));
    },
    probe: async (call) => readBalance(await get('/v1/account', call)),
  };
}

async function openAnswer(answer: TransportAnswer): Promise<OpenResultOutcome> {
  const { status, body, contentLength: length, contentType } = answer;
  if (status === 200) return { kind: 'opened', body, length, contentType };
  await readJson(body);
  return { kind: 'unavailable', detail: `the result answered ${status}` };
}

async function readSearch({ status, body }: TransportAnswer): Promise<ReconcileOutcome> {
  const parsed = foundSchema.safeParse(await readJson(body));
  if (status === 501) return { kind: 'cannot-ask' };
  if (status !== 200 || !parsed.success)
    return { kind: 'transient', detail: `the search answered ${status}` };
  const [first] = parsed.data.data;
  if (first === undefined) return { kind: 'transient', detail: 'the search shows nothing yet' };
  return { kind: 'found', handle: handleOf(first.id) };
}

async function readBalance({ status, body }: TransportAnswer): Promise<ProbeOutcome> {
  const parsed = balanceSchema.safeParse(await readJson(body));
  if (status === 401) return { kind: 'login-required' };
  if (status !== 200 || !parsed.success)
    return { kind: 'unreadable', detail: `answered ${status}` };
  return { kind: 'ready', credits: Math.floor(parsed.data.credits) };
}
