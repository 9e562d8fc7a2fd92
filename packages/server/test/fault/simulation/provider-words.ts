import { type Chance, chanceOf } from './chance.ts';
import type { Hazard } from './act.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { AcceptedWork } from './submission-ledger.ts';

/** What is said of a piece of work at one look: how it is, or something else that is taken back later. */
export type ProviderWord = 'truth' | 'failed' | 'pending' | 'denied' | 'denied-for-good';

type Habit =
  | { readonly kind: 'steady' }
  /** Its first looks at finished work say that it failed: fewer than prove it. */
  | { readonly kind: 'fails-first'; readonly looks: number }
  /** Once its video is asked for, it says for a while that the work failed: for less time than proves it. */
  | { readonly kind: 'fails-after'; readonly forMs: number }
  /** Every other one of its first looks says something else. */
  | { readonly kind: 'flaps'; readonly says: 'failed' | 'pending' | 'denied' };

/** What was said of one piece of work so far. */
interface Said {
  readonly habit: Habit;
  looks: number;
  /** True time at which its video was first asked for, or where every word is heard when it was said to be finished; null before. */
  askedForAt: number | null;
  hasFailed: boolean;
}

/** What may keep a word that was said from being written down. */
const losesWords: readonly Hazard[] = [
  ...(['kill', 'pause', 'deploy', 'clock-jump', 'nodes-apart', 'slow-lines'] as const),
  ...(['store-refuses', 'store-answer-lost', 'store-outage', 'store-goes-back'] as const),
];

/** Contradictions last so long at most, true ms: what is said for longer than an hour is believed. */
const contradictsForMs = 50 * 60_000;

/** So few that what is said of them proves nothing, whichever of the others are not heard. */
const flappingLooks = 4;

const hourMs = 3_600_000;

/** What a provider says of the work it has: for long it may deny all of it, contradict itself, and forget. */
export class ProviderWords {
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #hazards: ReadonlySet<Hazard>;
  readonly #situations: RareSituations;
  readonly #said = new Map<number, Said>();
  readonly #forgotten = new Set<number>();
  readonly #wentBackAt: number[] = [];
  /** Whether every word it says is written down at once. */
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

  /** From now on it says what it knows; what it forgot stays forgotten. */
  heal(): void {
    this.#isHealed = true;
  }

  denyAllFor(ms: number): void {
    const { now } = this.#scheduler;
    this.#denial = { since: now, until: now + ms };
  }

  /** It clears away what ended. */
  forgetEnded(accepted: readonly AcceptedWork[]): void {
    const { now } = this.#scheduler;
    for (const { index, endsAt } of accepted) if (endsAt < now) this.#forgotten.add(index);
  }

  /** As a gateway below whose store is put back does, once its operator acknowledged the loss: it knows no more of what came lately. */
  goBackBy(ms: number, accepted: readonly AcceptedWork[]): void {
    const { now } = this.#scheduler;
    this.#wentBackAt.push(now);
    const lost = accepted.filter(({ acceptedAt }) => acceptedAt > now - ms);
    for (const { index } of lost) this.#forgotten.add(index);
    if (lost.some(({ endsAt }) => endsAt > now))
      this.#situations.note('gateway below forgot work in flight');
  }

  /** Names the past that it answers from. */
  get past(): number {
    return this.#wentBackAt.length;
  }

  wentBackSince(at: number): boolean {
    return this.#wentBackAt.some((backAt) => backAt >= at);
  }

  hasForgotten({ index }: AcceptedWork): boolean {
    return this.#forgotten.has(index);
  }

  /** Whether it denies everything at the moment. */
  isDenying(): boolean {
    return !this.#isHealed && this.#scheduler.now < this.#denial.until;
  }

  /** Its video is asked for: whether it says that the work failed. */
  isAgainst(work: AcceptedWork): boolean {
    const said = this.#saidOf(work);
    said.askedForAt ??= this.#scheduler.now;
    return this.#wordOf(said) === 'failed';
  }

  /** Whether it ever said that the work failed, while it has its video. */
  hasSpokenAgainst({ index }: AcceptedWork): boolean {
    return this.#said.get(index)?.hasFailed === true;
  }

  /** One look at a piece of work that the provider has. */
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
