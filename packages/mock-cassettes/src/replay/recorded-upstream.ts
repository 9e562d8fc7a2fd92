import { type Cassette, type Exchange, nameOf } from '../cassette/cassette-folder.ts';
import {
  learnRequest,
  type RecordedRequest,
  recordedRequest,
  type SeenRequest,
  withoutSecrets,
} from '../exchange/seen-request.ts';
import { withoutKeys } from '../secrets/key-shapes.ts';
import { KnownSecrets } from '../secrets/known-secrets.ts';
import { nearestExchange } from './nearest-exchange.ts';
import { type RecordedOutcome, outcomeOf } from './recorded-outcome.ts';

/** Recordings of a call. */
export interface FoundExchanges {
  /** The call as it would be written, without secrets. */
  readonly request: RecordedRequest;
  /** Equal for equal requests. */
  readonly digest: string;
  /** In recorded order; empty if the call was not recorded. */
  readonly exchanges: readonly Exchange[];
}

/** Recorded exchanges of one upstream, by request and by job; shared by all spaces that replay it. */
export class RecordedUpstream {
  readonly name: string;
  readonly #cassette: Cassette;
  readonly #byRequest = new Map<string, Exchange[]>();
  readonly #byJob = new Map<string, Exchange[]>();
  readonly #exchanges: readonly Exchange[];
  /** Paths of files whose URL names no job. */
  readonly looseFiles: ReadonlySet<string>;

  constructor(cassette: Cassette, name: string) {
    this.name = name;
    this.#cassette = cassette;
    this.#exchanges = cassette.exchanges.filter(({ upstream }) => upstream === name);
    for (const exchange of this.#exchanges) {
      const { method, path, body } = exchange.request;
      add(this.#byRequest, keyOf(method, path, body), exchange);
      if (exchange.job !== null) add(this.#byJob, exchange.job, exchange);
    }
    const loose = this.#exchanges.filter(
      ({ job, response }) => job === null && 'video' in response.body,
    );
    this.looseFiles = new Set(loose.map(({ request }) => request.path));
  }

  /**
   * Exchanges of a call; for the `HEAD` of a file those of its `GET`.
   *
   * @param jobOf - name in the cassette of the job with this id
   */
  find(call: SeenRequest, jobOf: (id: string) => string | undefined): FoundExchanges {
    const secrets = new KnownSecrets();
    learnRequest(secrets, call);
    const hide = (text: string) => withoutKeys(withoutSecrets(text, secrets, jobOf));
    const own = this.#found(recordedRequest(call, hide));
    if (call.method !== 'HEAD') return own;
    const file = this.#found(recordedRequest({ ...call, method: 'GET' }, hide));
    return file.exchanges.some(({ response }) => 'video' in response.body) ? file : own;
  }

  #found(request: RecordedRequest): FoundExchanges {
    const { method, path, body } = request;
    const key = keyOf(method, path, body === null ? null : nameOf(body));
    return {
      request,
      digest: nameOf(key).slice(0, 16),
      exchanges: this.#byRequest.get(key) ?? [],
    };
  }

  /** The exchange that is most similar to a request, and how they differ, in words; undefined without exchanges. */
  nearest(request: RecordedRequest): string | undefined {
    return nearestExchange(this.#exchanges, request, this.#textOf);
  }

  /** Recorded course of a job. */
  outcome(job: string): RecordedOutcome {
    return outcomeOf(this.#byJob.get(job) ?? [], this.looseFiles, this.#textOf);
  }

  /** Pattern of a job's id. */
  form(job: string): string {
    return this.#cassette.forms.get(job) ?? '9'.repeat(16);
  }

  body(file: string): Buffer {
    return this.#cassette.body(file);
  }

  readonly #textOf = (file: string): string => this.body(file).toString();
}

export function isAcceptance({ request, job, since, response }: Exchange): boolean {
  return job !== null && since === 0 && request.method === 'POST' && response.status < 300;
}

/** Returns true for a submission that the provider accepted or refused. */
export function isSubmission(exchange: Exchange): boolean {
  const { request, job, response } = exchange;
  const isRefusal = request.method === 'POST' && job === null && response.status >= 400;
  return isRefusal || isAcceptance(exchange);
}

function keyOf(method: string, path: string, body: string | null): string {
  return `${method} ${path} ${body ?? ''}`;
}

function add(map: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
  const same = map.get(key);
  if (same === undefined) map.set(key, [exchange]);
  else same.push(exchange);
}
