import type { CallbackEvent, CallbackFault } from '../job/callback-order.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import { noInstructions } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';
import { reportedState } from '../job/reported-job.ts';
import { callbackDue, type WordCallback } from '../job/word-callback.ts';
import type { DueCallback } from '../records/callback-queue.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { ruleRead } from '../state/rule-read.ts';
import { mayBeCalled } from './callback-url.ts';
import { sendCallback } from './send-callback.ts';

/** Delays before each further delivery of a message that got no 2xx, before scaling, in ms [mock.callbacks.tries]. */
const waitsMs = [5_000, 60_000, 300_000];
/** Maximum concurrent deliveries. */
const mostAtOnce = 16;
const longestTimer = 2 ** 31 - 1;

export interface CallbackParts {
  readonly world: ProviderState;
  /** Callback format of an API; undefined if it has no callbacks. */
  readonly wordsOf: (wire: string) => WordCallback | undefined;
  /** Hosts allowed as receivers; for callers on this machine also loopback ones. */
  readonly callbackHosts: readonly string[];
  readonly onFault: (error: unknown) => void;
}

/** Sends the callbacks of a space when its clock reaches them. */
export class SpaceCallbacks {
  readonly #parts: CallbackParts;
  readonly #world: ProviderState;
  readonly #ended = new AbortController();
  #sending: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: CallbackParts) {
    this.#parts = parts;
    this.#world = parts.world;
    this.#arm();
  }

  /** Delivers due callbacks; resolves when done, and never rejects. Call it whenever the clock was moved. */
  settle(): Promise<void> {
    const run = () => this.#run();
    this.#sending = this.#sending.then(run, run);
    return this.#sending;
  }

  /** Aborts current deliveries; no further ones are made. */
  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { callbacks, clock } = this.#world;
    const isHeld = (job: string) => this.#isAnswering(job);
    while (!this.#ended.signal.aborted) {
      const due = callbacks.due(clock.now(), mostAtOnce, isHeld);
      if (due.length === 0) break;
      await Promise.all(due.map((one) => this.#deliver(one)));
    }
    this.#arm();
  }

  /** Returns true while the submission is being answered: its caller knows no id yet. */
  #isAnswering(id: string): boolean {
    const { exchange, job } = this.#world.requestHistory.ofJob(id) ?? {};
    if (exchange === undefined || exchange === null || exchange.end !== null) return false;
    return exchange.reported?.kind !== 'hang' && job?.instructions.callback !== 'before-answer';
  }

  async #deliver(due: DueCallback): Promise<void> {
    const { requestHistory } = this.#world;
    try {
      const job = requestHistory.ofJob(due.job)?.job;
      const words = job === undefined ? undefined : this.#parts.wordsOf(job.wire);
      if (job?.callback === undefined || words === undefined) {
        this.#world.control.endCallback(due, false);
        return;
      }
      const { pathname, search } = new URL(job.callback.url);
      const path = pathname + search;
      const seen = { method: 'POST', path, header: () => undefined, isLocal: true };
      await requestHistory.exchanges.record(requestFacts(seen, job.wire), async (exchange) => {
        requestHistory.exchanges.asks('callback', job.id);
        exchange.truth = this.#world.jobs.stateOf(job);
        const decided = due.messages === null ? this.#decide(job, due) : due;
        const saying = sayingOf(this.#world.seed, job, decided ?? due);
        const outcome =
          decided === null
            ? ({ outcome: 'late', status: null } as const)
            : await this.#send(job, decided, { words, saying });
        exchange.reported = { ...saying, ...outcome };
        exchange.end = outcome.status === null ? 'left' : 'sent';
      });
    } catch (error) {
      // A delivery that cannot be made is not repeated forever.
      this.#world.callbacks.drop(due.job);
      this.#parts.onFault(error);
    }
  }

  /** Decides once which messages an event has: a rule or a token may change them. Null: the callback was delayed. */
  #decide(job: MockJob, due: DueCallback): DueCallback | null {
    const { callbacks } = this.#world;
    const { account, wire, instructions } = job;
    const ruled = ruleRead(this.#world, 'callback', { account, wire, job });
    const { callback, callbackLateMs: byMs = null } = ruled?.kind === 'tokens' ? ruled.change : {};
    // Nothing is sent after the end.
    if (callback === 'late' && (byMs !== null || due.event !== 'ended')) {
      callbacks.delay(job, due, { byMs });
      return null;
    }
    return callbacks.decide(due, messagesOf(callback ?? instructions.callback, due.event));
  }

  /** Sends the next message, and plans what follows it. */
  async #send(
    job: MockJob,
    due: DueCallback,
    { words, saying }: { readonly words: WordCallback; readonly saying: Saying },
  ) {
    const { url = '', isLocal = false } = job.callback ?? {};
    const { clock, callbacks } = this.#world;
    const { event, message_id: id, forged: isForged } = saying;
    const isLost = due.messages?.length === 0;
    if (isLost || !mayBeCalled(url, this.#parts.callbackHosts, isLocal)) {
      this.#world.control.endCallback(due, false);
      return { outcome: isLost ? 'lost' : 'withheld', status: null } as const;
    }
    const reported = isForged ? forgedJob(job) : job;
    const at = instantOf(job, due);
    const message = words({ job: reported, event, at, id, sentAt: clock.wallNow(), isForged });
    const { signal } = this.#ended;
    const status = await sendCallback(url, message, signal);
    const isTaken = status !== null && status >= 200 && status < 300;
    if (!signal.aborted && callbacks.isLive(due)) this.#goOn(due, isForged || isTaken);
    const missed = status === null ? 'unanswered' : 'refused';
    return { outcome: isTaken ? 'taken' : missed, status } as const;
  }

  #goOn(due: DueCallback, isDone: boolean): void {
    const [, ...rest] = due.messages ?? [];
    const wait = waitsMs[due.tries];
    if (isDone ? rest.length === 0 : wait === undefined) {
      this.#world.control.endCallback(due, isDone);
      return;
    }
    const { callbacks, clock } = this.#world;
    if (isDone) callbacks.put({ ...due, messages: rest });
    else callbacks.put({ ...due, tries: due.tries + 1, at: due.at + clock.scaled(wait ?? 0) });
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const { callbacks, clock } = this.#world;
    if (this.#ended.signal.aborted || clock.isStopped()) return;
    const instants = callbacks.instants();
    if (instants.length === 0) return;
    const next = instants.reduce((earliest, at) => Math.min(earliest, at));
    // A due callback waits for the response to its submission, whose end calls `settle`.
    const waitMs = Math.min(longestTimer, Math.max(50, next - clock.now()));
    this.#timer = setTimeout(() => void this.settle(), waitMs);
    this.#timer.unref();
  }
}

/** Instant whose state a message reports. */
function instantOf(job: MockJob, { event, at }: DueCallback): number {
  return callbackDue(job, event) ?? at;
}

type Saying = ReturnType<typeof sayingOf>;

/** State reported by the next message. */
function sayingOf(seed: string, job: MockJob, due: DueCallback) {
  const forged = due.messages?.[0] === 'forged';
  const from = forged ? ['forged'] : [];
  const digest = keyedDigest(seed, 'callback', job.id, due.event, ...from);
  return {
    kind: 'callback',
    event: due.event,
    message_id: `msg_${digest.toString('hex', 0, 12)}`,
    try: due.tries + 1,
    says: reportedState(forged ? forgedJob(job) : job, instantOf(job, due)),
    forged,
  } as const;
}

const messagesIf: { readonly [Fault in CallbackFault]: DueCallback['messages'] } = {
  lost: [],
  twice: ['true', 'true'],
  'bad-signature': ['forged', 'true'],
  late: ['true'],
  'before-answer': ['true'],
};

function messagesOf(fault: CallbackFault | null, event: CallbackEvent): DueCallback['messages'] {
  const isUsual = fault === null || (fault === 'bad-signature' && event !== 'ended');
  return isUsual ? ['true'] : messagesIf[fault];
}

/** The job as a forged message reports it: failed. */
function forgedJob(job: MockJob): MockJob {
  const { falseUntil: _false, ...honest } = job;
  return { ...honest, instructions: { ...noInstructions, fail: 'internal' } };
}
