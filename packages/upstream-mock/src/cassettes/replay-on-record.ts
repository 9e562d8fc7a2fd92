import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import { latestInstant } from '../job/clock-setting.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { noInstructions } from '../job/mock-instructions.ts';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { RecordedOutcome } from './recorded-outcome.ts';
import type { FoundExchanges } from './recorded-exchanges.ts';
import { fieldsOf, jsonIn } from './recorded-request.ts';
import type { Replayed, ReplayCall } from './replay.ts';
import type { ReplayedJob, ReplayedJobs } from './replayed-jobs.ts';

/** Account of every replayed job: a replay ignores credentials. */
const account = 'cassette';

const unreported: RecordedOutcome = {
  runsAfter: Number.POSITIVE_INFINITY,
  endsAfter: Number.POSITIVE_INFINITY,
  end: 'unknown',
  hasFile: false,
};

/** Fields that are not read from a recorded request. */
const unasked = {
  negativePrompt: null,
  durationSeconds: null,
  aspectRatio: '',
  resolution: '',
  width: 0,
  height: 0,
  audio: false,
  references: [],
  echo: {},
};

/** Replayed jobs in the ledger of a space, and their requests in its journal. */
export class ReplayOnRecord implements ReplayedJobs {
  readonly #world: ProviderState;
  readonly #upstream: string;
  readonly #outcomes: ReadonlyMap<string, RecordedOutcome>;

  constructor(
    world: ProviderState,
    upstream: string,
    outcomes: ReadonlyMap<string, RecordedOutcome>,
  ) {
    this.#world = world;
    this.#upstream = upstream;
    this.#outcomes = outcomes;
  }

  generation(): number {
    return this.#world.generation;
  }

  find(id: string): ReplayedJob | undefined {
    const job = this.#world.find(id);
    return job === undefined ? undefined : this.#replayed(job);
  }

  *all(): Iterable<ReplayedJob> {
    for (const job of this.#world.jobs()) {
      const replayed = this.#replayed(job);
      if (replayed !== undefined) yield replayed;
    }
  }

  accept({ name, id, acceptedAt }: ReplayedJob, found: FoundExchanges): void {
    const { runsAfter, endsAfter, ...outcome } = this.#outcomes.get(name) ?? unreported;
    const { clock } = this.#world;
    const after = (ms: number) =>
      ms === Number.POSITIVE_INFINITY ? latestInstant + 1 : acceptedAt + clock.scaled(ms);
    this.#world.accept({
      ...this.#submissionOf(found),
      id,
      account,
      acceptedAt,
      runsAt: after(runsAfter),
      endsAt: after(endsAfter),
      // A cassette has no prices.
      charge: 0,
      instructions:
        outcome.end === 'failed' ? { ...noInstructions, fail: 'internal' } : noInstructions,
      recorded: { name, ...outcome },
    });
  }

  refusals(): Iterable<string> {
    return this.#world.replayedRefusals(this.#upstream);
  }

  refuse(request: string): void {
    this.#world.noteReplayedRefusal(this.#upstream, request);
  }

  /** Records the subject and outcome of a call. */
  async note({ reply, about }: Replayed, call: ReplayCall): Promise<ProviderResponse> {
    const { requestHistory } = this.#world;
    switch (about.kind) {
      case 'accepted': {
        const { id } = about.job;
        await this.#world.flushed();
        return { ...reply, sent: () => this.#world.markAnswered(id) };
      }
      case 'not-accepted':
        await this.#world.flushed();
        this.#noteUnsold(reply, about.found);
        break;
      case 'read':
        this.#noteRead(about, reply, call);
        break;
      case 'other':
        if (about.isList) requestHistory.lists(account);
    }
    const wait = reply.headers?.['retry-after'] ?? '';
    if (/^\d{1,6}$/.test(wait)) requestHistory.exchanges.asksToWait(Number(wait) * 1_000);
    return reply;
  }

  /** A refusal of the request proves that nothing was accepted; for other responses no cassette shows it. */
  #noteUnsold({ status }: ProviderResponse, found: FoundExchanges): void {
    if (status < 400) return;
    const isProof = status < 500;
    const { requestHistory } = this.#world;
    const facts = requestHistory.factsOf(account, this.#submissionOf(found), null);
    const truth = isProof ? 'refused' : 'unknown';
    requestHistory.addAttempt(facts, { truth, job: null, means: isProof ? 'refused' : 'nothing' });
  }

  #noteRead(
    { job: { id }, video }: Extract<Replayed['about'], { readonly kind: 'read' }>,
    { lacksEnd = false }: ProviderResponse,
    call: ReplayCall,
  ): void {
    const { requestHistory } = this.#world;
    if (video !== null) {
      requestHistory.exchanges.asks('result', id);
      if (!lacksEnd) requestHistory.exchanges.reachesEnd();
      requestHistory.drawn(id, video);
      return;
    }
    requestHistory.exchanges.asks(isCancel(call) ? 'cancel' : 'status', id);
  }

  #replayed({ id, wire, acceptedAt, correlationId, recorded }: MockJob): ReplayedJob | undefined {
    if (wire !== this.#upstream || recorded === undefined) return undefined;
    return { id, name: recorded.name, acceptedAt, request: correlationId };
  }

  #submissionOf({ request, body }: FoundExchanges): MockSubmission {
    const value = body === null ? undefined : jsonIn(body)?.value;
    return {
      correlationId: request,
      model: textIn(value, ['model', 'model_name']),
      mediaType: 'video',
      prompt: textIn(value, ['prompt', 'promptText', 'input', 'text']),
      wire: this.#upstream,
      ...unasked,
      recorded: { name: '', end: 'unknown', hasFile: false },
    };
  }
}

function isCancel({ method, url }: ReplayCall): boolean {
  return (
    method === 'DELETE' ||
    method === 'PUT' ||
    (method === 'POST' && /[/:]cancel$/.test(url.pathname))
  );
}

/** The first text of one of these names, at the top or one level below; empty without one. */
function textIn(value: unknown, names: readonly string[]): string {
  const top = fieldsOf(value);
  const below = top.flatMap(([, inner]) => fieldsOf(Array.isArray(inner) ? inner[0] : inner));
  for (const fields of [top, below]) {
    const known = new Map(fields);
    for (const name of names) {
      const text = known.get(name);
      if (typeof text === 'string') return text;
    }
  }
  return '';
}
