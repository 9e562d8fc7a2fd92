import type {
  Acceptability,
  OpenResultOutcome,
  PollOutcome,
  ProbeOutcome,
  ReconcileOutcome,
  SubmitOutcome,
  UpstreamAccount,
  UpstreamCapabilities,
  UpstreamClient,
  UpstreamError,
  UpstreamHandle,
} from '@filmgate/core';
import * as z from 'zod';
import { sendOnce } from './send-once.ts';

const version = 1;
const pollEveryMs = 1_000;
/** How soon a lost order shows up in the provider's list, as its documentation says. */
const listedAfterMs = 5_000;
/** After this long an order that is not listed never arrived. */
const settledAfterMs = 120_000;

const orderedSchema = z.object({ clip: z.string() });
const refusalSchema = z.object({ error: z.string() });
const clipSchema = z.object({
  phase: z.enum(['rendering', 'ready', 'broken']),
  percent: z.number(),
});
const listSchema = z.object({ clips: z.array(z.string()) });
const accountSchema = z.object({ credits: z.number() });

function handleOf(clip: string): UpstreamHandle {
  return { version, value: { clip } };
}

function pathOf({ value }: UpstreamHandle): string {
  return `/clips/${encodeURIComponent(orderedSchema.parse(value).clip)}`;
}

function error(kind: UpstreamError['kind'], scope: UpstreamError['scope']): UpstreamError {
  return { kind, scope, charge: 'not-charged', retryAfterMs: null, detail: `Reelhouse: ${kind}` };
}

/** What an answer proves. The two refusals are documented; everything else proves nothing. */
function classify(status: number, text: string): SubmitOutcome {
  const body = parseJson(text);
  const ordered = orderedSchema.safeParse(body);
  if (status === 201 && ordered.success) {
    return { kind: 'accepted', handle: handleOf(ordered.data.clip) };
  }
  const refusal = refusalSchema.safeParse(body).data?.error;
  if (status === 401 && refusal === 'bad-key') {
    return { kind: 'rejected', error: error('login', 'account') };
  }
  if (status === 422 && refusal === 'not-allowed') {
    return { kind: 'rejected', error: error('policy', 'request') };
  }
  return { kind: 'unknown', detail: `answered ${status}` };
}

function headersOf({ secret }: UpstreamAccount): { readonly [name: string]: string } {
  return { 'x-api-key': secret ?? '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ReelhouseOptions {
  readonly url: string;
  /** Wall clock in ms since 1970. */
  readonly now: () => number;
}

interface Call {
  readonly account: UpstreamAccount;
  readonly signal: AbortSignal;
}

/** The upstream client of Reelhouse. What its reads throw counts as a failed read, so they need no more care than this. */
export function createReelhouseClient(options: ReelhouseOptions): UpstreamClient {
  return new ReelhouseClient(options);
}

class ReelhouseClient implements UpstreamClient {
  readonly #url: string;
  readonly #now: () => number;

  constructor({ url, now }: ReelhouseOptions) {
    this.#url = url;
    this.#now = now;
  }

  capabilities(): UpstreamCapabilities {
    return {
      provider: 'reelhouse',
      minimumPollIntervalMs: pollEveryMs,
      visibilityLagMs: 0,
      reconcileAfterMs: listedAfterMs,
      handlesBelongTo: 'account',
      findsBy: 'own-id',
      unit: 'credits',
      charges: 'acceptance',
    };
  }

  accepts({ request }: Parameters<UpstreamClient['accepts']>[0]): Acceptability {
    return request.references.length === 0
      ? { kind: 'accepted', size: null }
      : { kind: 'not-accepted', parameter: 'references', reason: 'Reelhouse takes text alone.' };
  }

  prepare({ request, correlationId }: Parameters<UpstreamClient['prepare']>[0]) {
    const { prompt, durationSeconds } = request;
    return { version, value: { ref: correlationId, text: prompt, seconds: durationSeconds } };
  }

  async submit(call: Parameters<UpstreamClient['submit']>[0]): Promise<SubmitOutcome> {
    const { account, submission, deadlineAt, signal } = call;
    const sent = await sendOnce({
      url: new URL('/clips', this.#url),
      headers: { ...headersOf(account), 'content-type': 'application/json' },
      body: JSON.stringify(submission.value),
      signal,
      mayStart: () => !signal.aborted && this.#now() < deadlineAt,
    });
    if (sent.kind === 'answered') return classify(sent.status, sent.text);
    return { kind: 'rejected', error: error('unavailable', 'provider') };
  }

  async poll(call: Call & { readonly handle: UpstreamHandle }): Promise<PollOutcome> {
    const answer = await this.#get(pathOf(call.handle), call);
    if (answer.status === 404) return { kind: 'lost' };
    const { phase, percent } = clipSchema.parse(await answer.json());
    switch (phase) {
      case 'rendering':
        return { kind: 'pending', progress: percent, retryAfterMs: null };
      case 'ready':
        return { kind: 'succeeded', output: { mediaType: 'video', value: null } };
      case 'broken':
        return { kind: 'failed', error: error('internal', 'request') };
    }
  }

  async openResult(call: Call & { readonly handle: UpstreamHandle }): Promise<OpenResultOutcome> {
    const { ok, status, body, headers } = await this.#get(`${pathOf(call.handle)}/file`, call);
    if (!ok || body === null) return { kind: 'unavailable', detail: `answered ${status}` };
    return { kind: 'opened', body, length: null, contentType: headers.get('content-type') };
  }

  async reconcile(
    call: Parameters<NonNullable<UpstreamClient['reconcile']>>[0],
  ): Promise<ReconcileOutcome> {
    const query = new URLSearchParams({ ref: call.correlationId });
    const answer = await this.#get(`/clips?${query.toString()}`, call);
    const [clip] = listSchema.parse(await answer.json()).clips;
    if (clip !== undefined) return { kind: 'found', handle: handleOf(clip) };
    const settled = this.#now() - call.sentBetween.to > settledAfterMs;
    return settled ? { kind: 'absent' } : { kind: 'transient', detail: 'not listed yet' };
  }

  async probe(call: Call): Promise<ProbeOutcome> {
    const answer = await this.#get('/account', call);
    if (answer.status === 401) return { kind: 'login-required' };
    return { kind: 'ready', credits: accountSchema.parse(await answer.json()).credits };
  }

  #get(path: string, { account, signal }: Call): Promise<Response> {
    const url = new URL(path, this.#url);
    return fetch(url, { headers: headersOf(account), signal, redirect: 'error' });
  }
}
