import {
  isFinal,
  type Job,
  type JobState,
  type OpenResultOutcome,
  type PollOutcome,
  type ReconcileOutcome,
  type SubmitOutcome,
  type UpstreamAccount,
  type UpstreamClient,
  type UpstreamError,
  type UpstreamHandle,
} from '@filmgate/core';
import { z } from 'zod';
import { type Chance, chanceOf } from './chance.ts';
import type { Videos } from './video.ts';
import type { Hazard } from './act.ts';
import type { NodeProcess } from './node-process.ts';
import { ProviderWords } from './provider-words.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import { type AcceptedWork, type Attempt, SubmissionLedger } from './submission-ledger.ts';

const submissionSchema = z.object({ past: z.number().nullable() });
const handleSchema = z.object({ index: z.number() });
const outputSchema = z.object({ index: z.number(), mintedAt: z.number() });

/** Lifetime of a link to a video where links expire, true ms. */
const linkMs = 20_000;
/** Time after a lost submission until the list is complete, as the provider promises, ms. */
const settleMs = 20_000;
/** Time for which it remembers a key, true ms; clocks are set back by less than half of it. */
const keyLifeMs = 48 * 3_600_000;

/** A secret that an operator gives an account by mistake: that of another one, which knows none of its work. */
export const wrongSecret = 'secret of another account';
export const rightSecret = 'secret';

/** States of a job with the handle of its submission. */
const hasHandle: ReadonlySet<JobState> = new Set<JobState>([
  'submitted',
  'polling',
  'storing',
  'completed',
]);

/** A job whose work ended within this time is still stored, true ms. */
const stillStoredMs = 1_800_000;

type Submit = Parameters<UpstreamClient['submit']>[0];
type Said = SubmitOutcome | { readonly kind: 'throws' };

/** A provider that accepts, refuses, responds and loses responses by its own draws, and records accepted work. */
export class WorldUpstream {
  readonly ledger = new SubmissionLedger();
  readonly words: ProviderWords;
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #hazards: ReadonlySet<Hazard>;
  readonly #isFindable: boolean;
  readonly #isKeyed: boolean;
  readonly #videos: Videos;
  readonly #situations: RareSituations;
  #isHealed = false;
  /** True time until which no video can be fetched. */
  #resultsDownUntil = 0;
  #reads = 0;
  readonly #opened = new Map<number, number>();
  readonly #jobOf: (jobId: string) => Job | undefined;
  readonly #mayLackSlot: (jobId: string) => boolean;
  /** True time at which videos became unreachable. */
  #resultsDownSince = 0;

  constructor(input: {
    readonly scheduler: Scheduler;
    readonly seed: number;
    readonly hazards: ReadonlySet<Hazard>;
    readonly isFindable: boolean;
    readonly isKeyed: boolean;
    readonly videos: Videos;
    readonly situations: RareSituations;
    /** Returns a job as currently stored. */
    readonly jobOf: (jobId: string) => Job | undefined;
    /** True if its slot was released while its outcome was unknown. */
    readonly mayLackSlot: (jobId: string) => boolean;
  }) {
    this.#scheduler = input.scheduler;
    this.#seed = input.seed;
    this.#hazards = input.hazards;
    this.#isFindable = input.isFindable;
    this.#isKeyed = input.isKeyed;
    this.#videos = input.videos;
    this.#situations = input.situations;
    this.#jobOf = input.jobOf;
    this.#mayLackSlot = input.mayLackSlot;
    this.words = new ProviderWords(input);
  }

  /** Ends all faults; from now on it responds promptly. */
  heal(): void {
    this.#isHealed = true;
    this.words.heal();
    this.#resultsDownUntil = 0;
  }

  loseResultsFor(ms: number): void {
    this.#resultsDownSince = this.#scheduler.now;
    this.#resultsDownUntil = this.#scheduler.now + ms;
  }

  /** Label of the video of a work, in its bytes. */
  labelOf({ correlationId }: AcceptedWork): string {
    return `video of ${correlationId}`;
  }

  digestOf(work: AcceptedWork): string {
    return this.#videos.digestOf(this.labelOf(work));
  }

  /** Returns the client of one process. */
  clientFor(process: NodeProcess): UpstreamClient {
    const client: UpstreamClient = {
      capabilities: () => ({
        endpoint: 'world',
        minimumPollIntervalMs: 4_000,
        visibilityLagMs: 0,
        reconcileAfterMs: this.#isFindable || this.#isKeyed ? 5_000 : null,
        ...(this.#isKeyed && { keyLifeMs }),
        handlesBelongTo: 'account',
        findsBy: this.#findsBy,
        unit: 'credits',
        charges: 'acceptance',
      }),
      accepts: () => ({ kind: 'accepted', size: null }),
      prepare: ({ request, staged = null }) => ({
        version: 1,
        value: { prompt: request.prompt, past: staged },
      }),
      submit: (input) => this.#submit(process, input),
      poll: ({ handle, account, signal }) =>
        this.#read(process, signal, (chance) => this.#poll(chance, account, handle)),
      openResult: ({ output, signal }) => {
        const { index, mintedAt } = outputSchema.parse(output.value);
        return this.#read(process, signal, (chance) => this.#open(chance, { index, mintedAt }));
      },
      // In a probe of the account, the secret of another account is as valid as its own.
      probe: ({ signal }) =>
        this.#read(process, signal, () => ({ kind: 'ready' as const, credits: null })),
    };
    if (!this.#isFindable) return client;
    return {
      ...client,
      // Before it sends to another gateway, a client asks which past that one responds from.
      ...(this.#hazards.has('lower-goes-back') && {
        stage: ({ signal }) =>
          this.#read(process, signal, () => ({ kind: 'staged' as const, value: this.words.past })),
      }),
      reconcile: ({ account, submission, correlationId, sentBetween, signal }) =>
        this.#read(process, signal, (chance) => {
          // The list of another account shows nothing, and is as valid as any.
          if (account.secret === wrongSecret) return { kind: 'absent' };
          if (this.words.isDenying())
            return { kind: 'transient', detail: 'the list is empty', isEmpty: true };
          const sinceMs = process.machine.now() - sentBetween.to;
          const searched = { correlationId, accountId: account.id };
          const outcome = this.#search(chance, searched, sinceMs);
          const isAbsent = typeof outcome !== 'string' && outcome.kind === 'absent';
          const { past } = submissionSchema.parse(submission.value);
          return isAbsent && past !== null && past !== this.words.past
            ? { kind: 'forgotten' }
            : outcome;
        }),
    };
  }

  get #findsBy() {
    if (this.#isFindable) return 'own-id';
    return this.#isKeyed ? 'own-key' : 'none';
  }

  #befalls(chance: Chance, hazard: Hazard, share: number): boolean {
    const drawn = chance.befalls(share);
    return drawn && !this.#isHealed && this.#hazards.has(hazard);
  }

  #lineMs(chance: Chance): number {
    const isSlow = this.#befalls(chance, 'slow-lines', 0.2);
    return chance.between(1, isSlow ? 8_000 : 60);
  }

  #submit(process: NodeProcess, input: Submit): Promise<SubmitOutcome> {
    const { account, correlationId, deadlineAt, signal } = input;
    const earlier = this.ledger.attempts.filter(
      (one) => one.correlationId === correlationId,
    ).length;
    const isRepeated = this.#isKeyed && earlier > 0;
    const turn = isRepeated
      ? `submit ${correlationId} again ${earlier}`
      : `submit ${correlationId}`;
    const chance = chanceOf(this.#seed, turn);
    const attempt = this.ledger.begin({
      isRepeated,
      correlationId,
      accountId: account.id,
      from: process,
      begunAt: this.#scheduler.now,
    });
    if (signal.aborted || process.machine.now() >= deadlineAt) {
      attempt.arrival = { kind: 'lost' };
      return Promise.resolve(refusal('unavailable', 'endpoint'));
    }
    return new Promise((resolve, reject) => {
      const report = (said: Said): void => {
        if (attempt.reported !== null) return;
        attempt.reported = { at: this.#scheduler.now, kind: reportedKind(said) };
        if (
          this.#jobOf(attempt.jobId)?.state === 'outcome_unknown' &&
          attempt.reported.kind !== 'unknown'
        )
          this.#situations.note(
            `sender that was taken over is told that it is ${attempt.reported.kind}`,
          );
        if (said.kind === 'throws') reject(new Error('a careless client'));
        else resolve(said);
      };
      signal.addEventListener('abort', () => report(unknown('given up')), { once: true });
      this.#scheduler.after(this.#lineMs(chance), () => {
        const said =
          account.secret === wrongSecret
            ? this.#refuseLogin(attempt)
            : this.#receive(chance, attempt);
        this.#response(chance, process, said, report);
        return true;
      });
    });
  }

  /** Processes a submission, and returns the upstream's response. */
  #receive(chance: Chance, attempt: Attempt): SubmitOutcome {
    if (this.#befalls(chance, 'request-lost', 0.25)) {
      attempt.arrival = { kind: 'lost' };
      return unknown('reset before it arrived');
    }
    const refused = this.#refuse(chance);
    if (refused !== undefined) {
      attempt.arrival = { kind: 'refused' };
      return refused;
    }
    const remembered = this.#remembered(attempt);
    if (remembered !== undefined) return remembered;
    if (attempt.isRepeated) this.#situations.note('submission repeated, and the first to arrive');
    return this.#accept(chance, attempt);
  }

  /** Receipt of the work that was ordered with the same key. */
  #remembered(attempt: Attempt): SubmitOutcome | undefined {
    const { correlationId, accountId } = attempt;
    const work = this.#isKeyed
      ? this.ledger.accepted.find(
          (one) =>
            one.correlationId === correlationId &&
            one.accountId === accountId &&
            this.#scheduler.now - one.acceptedAt < keyLifeMs,
        )
      : undefined;
    if (work === undefined) return undefined;
    attempt.arrival = { kind: 'accepted', work };
    this.#situations.note('submission repeated, and remembered');
    return { kind: 'accepted', handle: { version: 1, value: { index: work.handleIndex } } };
  }

  #refuseLogin(attempt: Attempt): SubmitOutcome {
    attempt.arrival = { kind: 'refused' };
    return refusal('login', 'account');
  }

  #refuse(chance: Chance): SubmitOutcome | undefined {
    if (this.#befalls(chance, 'refused-for-now', 0.3)) {
      const kind = chance.pick(['rate_limited', 'concurrency', 'unavailable'] as const);
      return refusal(kind, kind === 'unavailable' ? 'endpoint' : 'account');
    }
    if (this.#befalls(chance, 'refused-for-good', 0.2))
      return refusal(chance.pick(['policy', 'invalid'] as const), 'request');
    if (this.#befalls(chance, 'login-refused', 0.2)) return refusal('login', 'account');
    return undefined;
  }

  #accept(chance: Chance, attempt: Attempt): SubmitOutcome {
    const { now } = this.#scheduler;
    const earlier = this.#knownWork(attempt.accountId);
    const isForeign = this.#befalls(chance, 'same-handle', 0.3) && earlier.length > 0;
    const handleIndex = isForeign ? (earlier.at(-1)?.index ?? null) : null;
    if (isForeign) this.#situations.note('handle of other work given');
    const atOnce = this.#befalls(chance, 'finished-at-once', 0.3);
    const workMs = this.#workMs(chance);
    const lagMs = this.#befalls(chance, 'search-lags', 0.5) ? chance.between(0, settleMs) : 0;
    const work = this.ledger.accept(attempt, {
      acceptedAt: now,
      endsAt: atOnce ? now : now + workMs,
      end: this.#befalls(chance, 'work-fails', 0.3) && !atOnce ? 'fails' : 'video',
      visibleAt: now + lagMs,
      hasForeignHandle: isForeign,
      handleIndex,
      beside: this.#inFlight(attempt),
    });
    attempt.arrival = { kind: 'accepted', work };
    const named = work.handleIndex;
    const handle: UpstreamHandle = { version: 1, value: { index: named } };
    return atOnce
      ? { kind: 'completed', handle, output: this.#outputOf(named) }
      : { kind: 'accepted', handle };
  }

  /** Number of other running works of the account, except those the gateway lost track of and released the slot of. */
  #inFlight(attempt: Attempt): number {
    return this.ledger.accepted.filter(({ jobId, accountId, endsAt }) => {
      if (accountId !== attempt.accountId || endsAt <= this.#scheduler.now) return false;
      const job = this.#jobOf(jobId);
      return (
        job !== undefined && !isFinal(job.state) && (job.holdsSlot || !this.#mayLackSlot(jobId))
      );
    }).length;
  }

  /** Work whose handle the gateway has: of two claims to one handle the first is accepted. */
  #knownWork(account: string): readonly AcceptedWork[] {
    return this.ledger.accepted.filter(
      ({ accountId, jobId, endsAt, hasForeignHandle }) =>
        accountId === account &&
        !hasForeignHandle &&
        // The handle of a job that retention removed is no longer known.
        this.#scheduler.now - endsAt < stillStoredMs &&
        hasHandle.has(this.#jobOf(jobId)?.state ?? 'queued'),
    );
  }

  /** Mostly seconds, sometimes minutes, and now and then longer than a job may go without an outcome. */
  #workMs(chance: Chance): number {
    if (!this.#befalls(chance, 'work-is-slow', 0.3)) return chance.between(2_000, 12_000);
    return chance.befalls(0.1)
      ? chance.between(1_850_000, 3_000_000)
      : chance.between(12_000, 500_000);
  }

  #response(
    chance: Chance,
    process: NodeProcess,
    said: SubmitOutcome,
    report: (said: Said) => void,
  ): void {
    if (this.#befalls(chance, 'answer-hangs', 0.15)) return;
    const lateMs = this.#befalls(chance, 'answer-late', 0.5) ? chance.between(5_000, 55_000) : 0;
    const backMs = this.#lineMs(chance) + lateMs;
    const heard = this.#spoil(chance, said);
    process.hear(backMs, () => report(heard));
  }

  /** Response as received, possibly damaged on the way. */
  #spoil(chance: Chance, said: SubmitOutcome): Said {
    if (this.#befalls(chance, 'answer-lost', 0.2)) return unknown('reset');
    if (this.#befalls(chance, 'answer-garbled', 0.2)) return unknown('an answer of no known form');
    return this.#befalls(chance, 'client-throws', 0.2) ? { kind: 'throws' } : said;
  }

  /** A call that changes nothing: request, read, response. */
  #read<Outcome>(
    process: NodeProcess,
    signal: AbortSignal,
    look: (chance: Chance) => Outcome | 'hangs' | 'throws',
  ): Promise<Outcome> {
    this.#reads += 1;
    const chance = chanceOf(this.#seed, `read ${this.#reads}`);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new Error('given up'));
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      this.#scheduler.after(this.#lineMs(chance), () => {
        const seen = look(chance);
        if (seen === 'hangs') return false;
        process.hear(this.#lineMs(chance), () => {
          signal.removeEventListener('abort', giveUp);
          if (seen === 'throws') reject(new Error('a careless client'));
          else resolve(seen);
        });
        return false;
      });
    });
  }

  #poll(
    chance: Chance,
    { id: accountId, secret }: UpstreamAccount,
    { value }: UpstreamHandle,
  ): PollOutcome | 'hangs' | 'throws' {
    if (this.#befalls(chance, 'poll-fails', 0.25)) {
      const fault = chance.pick(['transient', 'hangs', 'throws'] as const);
      return fault === 'transient' ? { kind: fault, detail: 'reset', retryAfterMs: null } : fault;
    }
    if (this.#befalls(chance, 'poll-denies', 0.2)) return { kind: 'lost' };
    const work = this.ledger.accepted[handleSchema.parse(value).index];
    if (work === undefined || work.accountId !== accountId) return { kind: 'lost' };
    if (secret === wrongSecret) {
      this.#situations.note('work asked for with a wrong secret');
      return { kind: 'lost' };
    }
    return this.#wordOf(work);
  }

  #wordOf(work: AcceptedWork): PollOutcome {
    switch (this.words.lookAt(work)) {
      case 'denied':
      case 'denied-for-good':
        return { kind: 'lost' };
      case 'pending':
        return { kind: 'pending', progress: 60, retryAfterMs: null };
      case 'failed':
        return this.#failureOf(work);
      case 'truth':
        return this.#truthOf(work);
    }
  }

  #truthOf(work: AcceptedWork): PollOutcome {
    const left = work.endsAt - this.#scheduler.now;
    if (left > 0) return { kind: 'pending', progress: left > 10_000 ? 10 : 60, retryAfterMs: null };
    return work.end === 'video'
      ? { kind: 'succeeded', output: this.#outputOf(work.index) }
      : this.#failureOf(work);
  }

  #failureOf({ index }: AcceptedWork): PollOutcome {
    const charge = chanceOf(this.#seed, `charge ${index}`).pick([
      'charged',
      'not-charged',
      'unknown',
    ] as const);
    return { kind: 'failed', error: errorOf('internal', 'request', charge) };
  }

  #outputOf(index: number) {
    return { mediaType: 'video', value: { index, mintedAt: this.#scheduler.now } } as const;
  }

  #open(
    chance: Chance,
    { index, mintedAt }: { readonly index: number; readonly mintedAt: number },
  ): OpenResultOutcome | 'hangs' | 'throws' {
    const { now } = this.#scheduler;
    const work = this.ledger.accepted[index];
    if (work === undefined) return { kind: 'unavailable', detail: 'no such video' };
    if (this.words.hasForgotten(work)) return { kind: 'gone', detail: 'cleared away' };
    if (this.words.isAgainst(work)) return { kind: 'unavailable', detail: 'it failed' };
    if (now < this.#resultsDownUntil) {
      this.#situations.note('video fetched while its host is down');
      if (now - this.#resultsDownSince > 3_600_000)
        this.#situations.note('video fetched when its host is down for an hour');
      return chance.pick<OpenResultOutcome | 'throws'>([
        'throws',
        { kind: 'unavailable', detail: 'connection refused' },
      ] as const);
    }
    if (!this.#isHealed && this.#hazards.has('links-expire') && now - mintedAt > linkMs) {
      this.#situations.note('link to a video had expired');
      return { kind: 'unavailable', detail: 'the link has expired' };
    }
    return this.#bodyOf(chance, work);
  }

  #bodyOf(chance: Chance, work: AcceptedWork): OpenResultOutcome {
    const bytes = this.#videos.bytesOf(this.labelOf(work));
    const opened = (this.#opened.get(work.index) ?? 0) + 1;
    this.#opened.set(work.index, opened);
    const form = { kind: 'opened', length: bytes.length, contentType: 'video/mp4' } as const;
    if (opened === 1 && this.#befalls(chance, 'result-garbled', 0.5)) {
      this.#situations.note('video garbled once');
      return { ...form, body: inPieces([new Uint8Array(bytes.length)], 'whole') };
    }
    if (this.#befalls(chance, 'result-cut', 0.4)) {
      this.#situations.note('video cut off');
      // A body that breaks off throws: a client that ended it silently would break its port.
      return { ...form, body: inPieces([bytes.subarray(0, 500)], 'reset') };
    }
    return { ...form, body: inPieces([bytes], 'whole') };
  }

  /**
   * True if the list must show the submission by now, had it been accepted: by the clock of the provider where it saw
   * the caller.
   */
  #isSettled(attempts: readonly Attempt[], sinceMs: number): boolean {
    if (attempts.length === 0) return Math.abs(sinceMs) >= settleMs;
    return attempts.every(
      ({ arrival, begunAt }) => arrival !== null && this.#scheduler.now - begunAt >= settleMs,
    );
  }

  #search(
    chance: Chance,
    searched: Pick<Attempt, 'correlationId' | 'accountId'>,
    sinceMs: number,
  ): ReconcileOutcome | 'hangs' | 'throws' {
    if (this.#befalls(chance, 'search-fails', 0.3))
      return chance.pick<ReconcileOutcome | 'hangs' | 'throws'>([
        'hangs',
        'throws',
        { kind: 'transient', detail: 'reset' },
      ] as const);
    const isSearched = ({ correlationId, accountId }: typeof searched): boolean =>
      correlationId === searched.correlationId && accountId === searched.accountId;
    const attempts = this.ledger.attempts.filter(isSearched);
    const made = this.ledger.accepted.find(isSearched);
    const isLost = made !== undefined && this.words.hasForgotten(made);
    if (isLost && !this.words.wentBackSince(made.acceptedAt))
      return { kind: 'transient', detail: 'the list does not reach back so far' };
    const work = isLost ? undefined : made;
    if (work !== undefined && work.visibleAt > this.#scheduler.now)
      this.#situations.note('search came before the list showed the work');
    if (work !== undefined && work.visibleAt <= this.#scheduler.now)
      return { kind: 'found', handle: { version: 1, value: { index: work.index } } };
    if (work === undefined && this.#isSettled(attempts, sinceMs)) return { kind: 'absent' };
    return { kind: 'transient', detail: 'the list may not show it yet' };
  }
}

function reportedKind({ kind }: Said): 'accepted' | 'refused' | 'unknown' {
  if (kind === 'accepted' || kind === 'completed') return 'accepted';
  return kind === 'rejected' ? 'refused' : 'unknown';
}

function unknown(detail: string): SubmitOutcome {
  return { kind: 'unknown', detail };
}

function errorOf(
  kind: UpstreamError['kind'],
  scope: UpstreamError['scope'],
  charge: UpstreamError['charge'],
): UpstreamError {
  return { kind, scope, charge, retryAfterMs: null, detail: `said ${kind}` };
}

function refusal(kind: UpstreamError['kind'], scope: UpstreamError['scope']): SubmitOutcome {
  return { kind: 'rejected', error: errorOf(kind, scope, 'not-charged') };
}

async function* inPieces(
  pieces: readonly Uint8Array[],
  end: 'whole' | 'reset',
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  if (end === 'reset') throw new Error('connection reset');
}
