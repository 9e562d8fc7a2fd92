import type {
  Acceptability,
  OpenResultOutcome,
  PollOutcome,
  PreparedSubmission,
  ProbeOutcome,
  ReconcileOutcome,
  SubmitOutcome,
  UpstreamAccount,
  UpstreamCapabilities,
  UpstreamClient,
} from '@filmgate/core';
import { z } from 'zod';
import { findableAfterMs } from '../wire/findable-after.ts';
import { idOf } from './mock-handle.ts';
import { prepareSubmission } from './mock-submission.ts';
import { readJson } from './read-json.ts';
import { readSearch } from './read-search.ts';
import { readStatus } from './read-status.ts';
import { outputSchema } from './result-output.ts';
import { readRetryAfter } from './retry-after.ts';
import { sendSubmission } from './send-submission.ts';
import type { Transport, TransportAnswer, TransportCall } from './transport.ts';

/** Shortest pause between two reads of one job before scaling, in ms. */
const pollIntervalMs = 1_000;
/** Never faster than this, whatever the speed, in ms. */
const shortestPollMs = 20;

/** Only so does the mock itself say that a result is no more; anything between may answer 404 or 410 as well. */
const goneSchema = z.object({
  status: z.literal([404, 410]),
  body: z.object({ error: z.object({ kind: z.enum(['not_found', 'gone']) }) }),
});
const balanceSchema = z.object({
  credits: z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
});

/** An account without a secret is known to the mock by its label. */
function keyOf(account: UpstreamAccount): string {
  return account.secret ?? account.label;
}

export interface MockClientOptions {
  readonly transport: Transport;
  /** As the mock's own speed: scales polling and searching. */
  readonly speed: number;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** The upstream client of the mock provider, the same over every transport. */
export function createMockClient(options: MockClientOptions): UpstreamClient {
  return new MockClient(options);
}

type Call<Name extends 'submit' | 'poll' | 'openResult'> = Parameters<UpstreamClient[Name]>[0];
type ReconcileCall = Parameters<NonNullable<UpstreamClient['reconcile']>>[0];
type ProbeCall = Parameters<NonNullable<UpstreamClient['probe']>>[0];

class MockClient implements UpstreamClient {
  readonly #transport: Transport;
  readonly #speed: number;
  readonly #now: () => number;

  constructor({ transport, speed, now }: MockClientOptions) {
    this.#transport = transport;
    this.#speed = speed;
    this.#now = now;
  }

  capabilities(): UpstreamCapabilities {
    const searchMs = this.#pause(findableAfterMs);
    return {
      provider: 'mock',
      minimumPollIntervalMs: this.#pause(pollIntervalMs),
      visibilityLagMs: searchMs,
      reconcileAfterMs: searchMs,
      handlesBelongTo: 'account',
      findsBy: 'own-id',
      unit: 'credits',
      charges: 'acceptance',
    };
  }

  accepts(): Acceptability {
    return { kind: 'accepted', size: null };
  }

  prepare({
    request,
    correlationId,
  }: Parameters<UpstreamClient['prepare']>[0]): PreparedSubmission {
    return prepareSubmission(request, correlationId);
  }

  submit({
    account,
    submission,
    deadlineAt,
    readAsset,
    signal,
  }: Call<'submit'>): Promise<SubmitOutcome> {
    const mayStart = () => !signal.aborted && this.#now() < deadlineAt;
    const call = { submission, key: keyOf(account), readAsset, signal, mayStart, now: this.#now };
    return sendSubmission(this.#transport, call);
  }

  async poll(call: Call<'poll'>): Promise<PollOutcome> {
    const id = idOf(call.handle);
    const answer = await this.#get(`/v1/generations/${encodeURIComponent(id)}`, call);
    const retryAfterMs = readRetryAfter(answer.retryAfter, this.#now());
    return readStatus(
      { status: answer.status, body: await readJson(answer.body), retryAfterMs },
      id,
    );
  }

  async openResult(call: Call<'openResult'>): Promise<OpenResultOutcome> {
    const { resume } = call;
    const path = outputSchema.parse(call.output.value).url;
    const range = resume === undefined ? null : { from: resume.offset, ifRange: resume.validator };
    return openAnswer(await this.#get(path, call, range));
  }

  async reconcile(call: ReconcileCall): Promise<ReconcileOutcome> {
    const query = new URLSearchParams({ correlation_id: call.correlationId });
    const { status, body } = await this.#get(`/v1/generations?${query.toString()}`, call);
    return readSearch({ status, body: await readJson(body) }, call.correlationId);
  }

  async probe(call: ProbeCall): Promise<ProbeOutcome> {
    return readBalance(await this.#get('/v1/account', call));
  }

  #get(
    path: string,
    { account, signal }: ProbeCall,
    range: TransportCall['range'] = null,
  ): Promise<TransportAnswer> {
    const call = { method: 'GET', path, key: keyOf(account), body: null, signal } as const;
    return this.#transport.send({ ...call, range });
  }

  #pause(ms: number): number {
    return Math.max(shortestPollMs, Math.ceil(ms / this.#speed));
  }
}

async function openAnswer(answer: TransportAnswer): Promise<OpenResultOutcome> {
  const { status, body, contentLength, contentType, contentEncoding, etag } = answer;
  const validator = strongTag(etag);
  const isPlain = (contentEncoding ?? 'identity') === 'identity';
  if (status === 200 && isPlain)
    return { kind: 'opened', body, length: contentLength, contentType, startsAt: 0, validator };
  const part = status === 206 && isPlain ? partOf(answer.contentRange) : undefined;
  if (part !== undefined) return { kind: 'opened', body, contentType, validator, ...part };
  const isGone = goneSchema.safeParse({ status, body: await readJson(body) }).success;
  const form = contentEncoding === null ? '' : ` in the encoding ${contentEncoding}`;
  const detail = `the result answered ${status}${form}`;
  return { kind: isGone ? 'gone' : 'unavailable', detail };
}

/** Where a part lies that reaches to the end; undefined for any other part (RFC 9110 §14.4). */
function partOf(contentRange: string | null) {
  const [, from, last, length] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? [];
  if (from === undefined || Number(last) !== Number(length) - 1) return undefined;
  return { startsAt: Number(from), length: Number(length) };
}

/** Only a strong entity tag says that bytes are the same (RFC 9110 §8.8.3.2). */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}

async function readBalance({ status, body }: TransportAnswer): Promise<ProbeOutcome> {
  const parsed = balanceSchema.safeParse(await readJson(body));
  if (status === 401) return { kind: 'login-required' };
  if (status !== 200 || !parsed.success)
    return { kind: 'unreadable', detail: `answered ${status}` };
  return { kind: 'ready', credits: Math.floor(parsed.data.credits) };
}
