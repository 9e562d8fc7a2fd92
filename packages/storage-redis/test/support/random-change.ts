import {
  type AccountPenalty,
  creditMoves,
  type CreditMove,
  isFinal,
  type Job,
  type JobEffect,
  type JobState,
  type LearnedLimit,
  type Making as ModelOfFamily,
  paidFor,
  quotaMoves,
  type QuotaMove,
  type Spend,
  spendOf,
} from '@filmgate/core';

/** A stream of choices from a seed. */
export class Chance {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  /** A whole number below a bound. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** Returns true once in `inTimes` calls on average. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Accounts in the changes; the last never exists. */
export const accountIds = ['a-1', 'a-2', 'b-1', 'gone'] as const;

const quotaNames: readonly [QuotaMove, ...QuotaMove[]] = ['hold', 'settle', 'refund'];
const creditNames: readonly [CreditMove, ...CreditMove[]] = [
  'reserve',
  'hold',
  'settle',
  'refund',
  'correct',
  'return',
];
const openStates: readonly [JobState, ...JobState[]] = [
  'queued',
  'prepared',
  'dispatching',
  'submitted',
  'outcome_unknown',
];

interface MoneyState {
  readonly quota: Job['quota'];
  readonly credit: Job['credit'];
  readonly holdsSlot: boolean;
  readonly spend: Job['spend'];
}

/** A change of a job that mostly fits it: a few effects of any kind, and the resulting job. */
export function randomChange(chance: Chance, job: Job, now: number) {
  const accountId = job.accountId ?? chance.of(accountIds);
  const effects: JobEffect[] = [];
  let current: MoneyState = job;
  for (let left = chance.below(5); left >= 0; left -= 1) {
    const made = randomEffect(chance, { job, current, accountId, now });
    effects.push(made.effect);
    current = made.current;
  }
  const final = (['settled', 'released'] as const).find((quota) => quota === current.quota);
  const ended = final === 'settled' ? 'completed' : 'failed';
  const state = final !== undefined && chance.once(2) ? ended : chance.of(openStates);
  const next: Job = {
    ...job,
    ...current,
    ...(chance.once(25) ? { credit: chance.of(['none', 'held', 'returned']) } : {}),
    ...(chance.once(25) ? { quota: chance.of(['held', 'reserved']) } : {}),
    ...(chance.once(25) ? { spend: randomSpend(chance) } : {}),
    state,
    accountId: state === 'queued' && chance.once(2) ? null : accountId,
    route: chance.once(3) ? { endpoint: 'p', model: chance.of(models) } : job.route,
    unknownSince: chance.once(2) ? now - chance.below(4) : null,
    dueAt: isFinal(state) ? null : now,
    version: job.version + 1,
    updatedAt: now,
  };
  return { next, effects };
}

interface Making {
  readonly job: Job;
  readonly current: MoneyState;
  readonly accountId: string;
  readonly now: number;
}

interface Made {
  readonly effect: JobEffect;
  readonly current: MoneyState;
}

function randomEffect(chance: Chance, making: Making): Made {
  const { job, current, accountId: usual, now } = making;
  const accountId = chance.once(12) ? chance.of(accountIds) : usual;
  const amount = chance.once(20) ? job.price + 1 - chance.below(3) : job.price;
  const other = (effect: JobEffect): Made => ({ effect, current });
  switch (chance.below(9)) {
    case 0: {
      const move = fitting(chance, quotaNames, (name) =>
        quotaMoves[name].from.includes(current.quota),
      );
      const quota = quotaMoves[move].to;
      return { effect: { kind: 'quota', move, amount }, current: { ...current, quota } };
    }
    case 1:
    case 2:
    case 3: {
      const move = fitting(chance, creditNames, (name) =>
        creditMoves[name].from.includes(current.credit),
      );
      const spend = spendAfter(chance, current.spend, move);
      const { unit, estimate } = spendOf({ spend, price: job.price });
      const paid = paidFor({ spend, price: job.price });
      const about = { settle: paid, return: paid, correct: paid - paidFor(job) };
      const due =
        move === 'settle' || move === 'return' || move === 'correct' ? about[move] : estimate;
      const wrong = chance.once(20) ? chance.below(3) - 1 : 0;
      const effect = { kind: 'credit', move, accountId, amount: due + wrong, unit } as const;
      return { effect, current: { ...current, spend, credit: creditMoves[move].to } };
    }
    case 4: {
      const holdsSlot = chance.once(20) ? current.holdsSlot : !current.holdsSlot;
      const move = holdsSlot ? 'take' : 'release';
      const within = { model: chance.of(models), jobs: 1 + chance.below(2) };
      const effect: JobEffect = {
        kind: 'slot',
        move,
        accountId,
        ...(holdsSlot && chance.once(2) && { within }),
      };
      return { effect, current: { ...current, holdsSlot } };
    }
    case 5: {
      const until = now + chance.below(100);
      const penalty = chance.of<AccountPenalty>([
        { kind: 'cooling', until },
        { kind: 'exhausted' },
        { kind: 'exhausted', detail: '1102: no' },
        { kind: 'login-lost', detail: '1002: no' },
      ]);
      return other({ kind: 'penalise', accountId, penalty });
    }
    case 6:
      return chance.once(2)
        ? other({ kind: 'account-succeeded', accountId, making: randomMaking(chance) })
        : other({ kind: 'account-erred', accountId });
    case 7:
      return other({ kind: 'learn', accountId, learnedLimit: randomLearnedLimit(chance, now) });
    default: {
      const evidence = chance.once(6) ? 'answered' : 'unavailable';
      return other({ kind: 'endpoint', accountId, evidence });
    }
  }
}

/** Few enough that learned limits concern the same models, many enough that the oldest are dropped. */
const models = ['m-1', 'm-2', 'm-3', 'm-4'] as const;
const families = ['vidA', 'vidB', 'vidC', 'vidD', 'vidE', 'vidF', 'vidG'] as const;

function randomMaking(chance: Chance): ModelOfFamily | null {
  if (chance.once(6)) return null;
  return { family: chance.of(families), model: chance.of(models) };
}

function randomLearnedLimit(chance: Chance, now: number): LearnedLimit {
  const at = now - chance.below(9);
  const until = now + chance.below(1_000);
  const streak = chance.below(4);
  const making = randomMaking(chance);
  if (making === null) return { kind: 'probe-job', at, until, streak };
  if (chance.once(2)) return { kind: 'away', ...making, at, until, streak };
  const { model } = making;
  return {
    kind: 'cap',
    model,
    at,
    cap: 1 + chance.below(3),
    restsUntil: chance.once(2) ? until : null,
  };
}

function randomSpend(chance: Chance): Spend {
  return {
    unit: chance.of(['credits', 'credits', 'usd']),
    estimate: chance.below(9),
    actual: null,
    usage: null,
    charges: chance.of(['acceptance', 'success']),
  };
}

/** A try states its cost when it is opened; the amount taken is stated as it is settled, or later. */
function spendAfter(chance: Chance, spend: Job['spend'], move: CreditMove): Job['spend'] {
  if (move === 'reserve') return chance.once(4) ? null : randomSpend(chance);
  if (spend === null || (move !== 'settle' && move !== 'correct')) return spend;
  return chance.once(2) ? { ...spend, actual: chance.below(12) } : spend;
}

/** A legal move if there is one, but now and then any. */
function fitting<Move>(
  chance: Chance,
  moves: readonly [Move, ...Move[]],
  fits: (move: Move) => boolean,
): Move {
  const [first, ...rest] = moves.filter(fits);
  return first === undefined || chance.once(12) ? chance.of(moves) : chance.of([first, ...rest]);
}
