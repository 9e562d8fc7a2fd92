import { type Chance, chanceOf } from './chance.ts';
import type { Hazard } from './act.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { AcceptedWork } from './submission-ledger.ts';

/** Status reported for a piece of work at one poll: the true one, or another one that is corrected later. */
export type ProviderWord = 'truth' | 'failed' | 'pending' | 'denied' | 'denied-for-good';

type Habit =
  | { readonly kind: 'steady' }
  /** Its first polls of finished work report a failure: fewer than prove it. */
  | { readonly kind: 'fails-first'; readonly looks: number }
  /** After a request for its video, it reports a failure for a while: for less time than proves it. */
  | { readonly kind: 'fails-after'; readonly forMs: number }
  /** Every other one of its first polls reports something else. */
  | { readonly kind: 'flaps'; readonly says: 'failed' | 'pending' | 'denied' };

/** Statuses reported for one piece of work so far. */
interface Said {
  readonly habit: Habit;
  looks: number;
  /**
   * True time of the first request for its video, or, where every report is recorded, of the report that it finished;
   * null before.
   */
  askedForAt: number | null;
  hasFailed: boolean;
}

/** Hazards that may prevent a report from being recorded. */
const losesWords: readonly Hazard[] = [
  ...(['kill', 'pause', 'deploy', 'clock-jump', 'nodes-apart', 'slow-lines'] as const),
  ...(['store-refuses', 'store-answer-lost', 'store-outage', 'store-goes-back'] as const),
];

/** Maximum duration of contradictions, true ms: a report repeated for longer than an hour is accepted. */
const contradictsForMs = 50 * 60_000;

/** Few enough that these reports prove nothing, whichever of the others are lost. */
const flappingLooks = 4;

const hourMs = 3_600_000;

/** Reports of a provider about its work: for a long time it may deny all of it, contradict itself, and forget. */
export class ProviderWords {
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #hazards: ReadonlySet<Hazard>;
  readonly #situations: RareSituations;
  readonly #said = new Map<number, Said>();
  readonly #forgotten = new Set<number>();
  readonly #wentBackAt: number[] = [];
  /** True if every report is recorded at once. */
  readonly #isHeard: boolean;
  #isHealed = false;
  #denial = { since: 0, until: 0 };

  constructor(input: {
    readonly scheduler: Scheduler;
    readonly seed: number;
    readonly hazards: ReadonlySet<Hazard>;
    readonly situations: RareSituations;
  }) {
    this.#scheduler = input.scheduler;
    this.#seed = input.seed;
    this.#hazards = input.hazards;
    this.#situations = input.situations;
    this.#isHeard = !losesWords.some((hazard) => input.hazards.has(hazard));
  }

  /** From now on it reports the truth; forgotten work stays forgotten. */
  heal(): void {
    this.#isHealed = true;
  }

  denyAllFor(ms: number): void {
    const { now } = this.#scheduler;
    this.#denial = { since: now, until: now + ms };
  }

  /** Deletes ended work. */
  forgetEnded(accepted: readonly AcceptedWork[]): void {
    const { now } = this.#scheduler;
    for (const { index, endsAt } of accepted) if (endsAt < now) this.#forgotten.add(index);
  }

  /**
   * Goes back like a gateway below whose store is restored, after its operator acknowledged the loss: it has lost its
   * latest work.
   */
  goBackBy(ms: number, accepted: readonly AcceptedWork[]): void {
    const { now } = this.#scheduler;
    this.#wentBackAt.push(now);
    const lost = accepted.filter(({ acceptedAt }) => acceptedAt > now - ms);
    for (const { index } of lost) this.#forgotten.add(index);
    if (lost.some(({ endsAt }) => endsAt > now))
      this.#situations.note('gateway below forgot work in flight');
  }

  /** Identifies the past that it responds from. */
  get past(): number {
    return this.#wentBackAt.length;
  }

  wentBackSince(at: number): boolean {
    return this.#wentBackAt.some((backAt) => backAt >= at);
  }

  hasForgotten({ index }: AcceptedWork): boolean {
    return this.#forgotten.has(index);
  }

  /** True if it denies everything at present. */
  isDenying(): boolean {
    return !this.#isHealed && this.#scheduler.now < this.#denial.until;
  }

  /** Handles a request for the video: true if it reports a failure. */
  isAgainst(work: AcceptedWork): boolean {
    const said = this.#saidOf(work);
    said.askedForAt ??= this.#scheduler.now;
    return this.#wordOf(said) === 'failed';
  }

  /** True if it ever reported a failure, while it has the video. */
  hasSpokenAgainst({ index }: AcceptedWork): boolean {
    return this.#said.get(index)?.hasFailed === true;
  }

  /** Reports on a piece of work that the provider has. */
  lookAt(work: AcceptedWork): ProviderWord {
    const { now } = this.#scheduler;
    if (this.hasForgotten(work)) {
      this.#situations.note('work forgotten by its provider is asked for');
      return 'denied-for-good';
    }
    if (this.isDenying()) {
      if (now - this.#denial.since > hourMs) this.#situations.note('denied for more than an hour');
      return 'denied';
    }
    if (work.endsAt > now || work.end !== 'video') return 'truth';
    const said = this.#saidOf(work);
    const word = this.#wordOf(said);
    said.looks += 1;
    if (word === 'failed') {
      said.hasFailed = true;
      if (said.askedForAt !== null)
        this.#situations.note('said to be finished, then to have failed');
    }
    if (word === 'truth' && said.hasFailed)
      this.#situations.note('said to have failed, then to be finished');
    if (word === 'truth' && this.#isHeard) said.askedForAt ??= now;
    return word;
  }

  #wordOf({ habit, looks, askedForAt }: Said): ProviderWord {
    if (this.#isHealed) return 'truth';
    switch (habit.kind) {
      case 'steady':
        return 'truth';
      case 'fails-first':
        return looks < habit.looks ? 'failed' : 'truth';
      case 'fails-after':
        return askedForAt !== null && this.#scheduler.now - askedForAt < habit.forMs
          ? 'failed'
          : 'truth';
      case 'flaps':
        return looks % 2 === 0 && looks < flappingLooks ? habit.says : 'truth';
    }
  }

  #saidOf({ index }: AcceptedWork): Said {
    const known = this.#said.get(index);
    if (known !== undefined) return known;
    const habit = this.#habitOf(chanceOf(this.#seed, `habit of ${index}`));
    const said: Said = { habit, looks: 0, askedForAt: null, hasFailed: false };
    this.#said.set(index, said);
    return said;
  }

  #habitOf(chance: Chance): Habit {
    if (!this.#hazards.has('word-changes') || !chance.befalls(0.5)) return { kind: 'steady' };
    return chance.pick<Habit>([
      { kind: 'fails-first', looks: chance.pick([1, 2]) },
      { kind: 'fails-after', forMs: chance.between(1_000, contradictsForMs) },
      { kind: 'flaps', says: chance.pick(['failed', 'pending', 'denied']) },
    ]);
  }
}
