import {
  type AccountPenalty,
  creditMoves,
  type CreditMove,
  isFinal,
  type Job,
  type JobEffect,
  type JobState,
  quotaMoves,
  type QuotaMove,
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

  /** True once in so many times. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Accounts the changes are about; the last is never there. */
export const accountIds = ['a-1', 'a-2', 'b-1', 'gone'] as const;

const quotaNames: readonly [QuotaMove, ...QuotaMove[]] = ['hold', 'settle', 'refund'];
const creditNames: readonly [CreditMove, ...CreditMove[]] = [
  'reserve',
  'hold',
  'settle',
  'refund',
  'return',
];
const openStates: readonly [JobState, ...JobState[]] = [
  'queued',
  'prepared',
  'dispatching',
  'submitted',
  'outcome_unknown',
];

interface Standing {
  readonly quota: Job['quota'];
  readonly credit: Job['credit'];
  readonly holdsSlot: boolean;
}

/** A change of a job that mostly fits it: a few effects of any kind, and the next job as they leave it. */
export function randomChange(chance: Chance, job: Job, now: number) {
  const accountId = job.accountId ?? chance.of(accountIds);
  const effects: JobEffect[] = [];
  let standing: Standing = job;
  for (let left = chance.below(5); left >= 0; left -= 1) {
    const made = randomEffect(chance, { job, standing, accountId, now });
    effects.push(made.effect);
    standing = made.standing;
  }
  const final = (['settled', 'refunded'] as const).find((quota) => quota === standing.quota);
  const ended = final === 'settled' ? 'completed' : 'failed';
  const state = final !== undefined && chance.once(2) ? ended : chance.of(openStates);
  const next: Job = {
    ...job,
    ...standing,
    ...(chance.once(25) ? { credit: chance.of(['none', 'held', 'returned']) } : {}),
    ...(chance.once(25) ? { quota: chance.of(['held', 'reserved']) } : {}),
    state,
    accountId: state === 'queued' && chance.once(2) ? null : accountId,
    unknownSince: chance.once(2) ? now - chance.below(4) : null,
    dueAt: isFinal(state) ? null : now,
    version: job.version + 1,
    updatedAt: now,
  };
  return { next, effects };
}

interface Making {
  readonly job: Job;
  readonly standing: Standing;
  readonly accountId: string;
  readonly now: number;
}

interface Made {
  readonly effect: JobEffect;
  readonly standing: Standing;
}

function randomEffect(chance: Chance, making: Making): Made {
  const { job, standing, accountId: usual, now } = making;
  const accountId = chance.once(12) ? chance.of(accountIds) : usual;
  const amount = chance.once(20) ? job.cost + 1 - chance.below(3) : job.cost;
  const other = (effect: JobEffect): Made => ({ effect, standing });
  switch (chance.below(8)) {
    case 0: {
      const move = fitting(chance, quotaNames, (name) =>
        quotaMoves[name].from.includes(standing.quota),
      );
      const quota = quotaMoves[move].to;
      return { effect: { kind: 'quota', move, amount }, standing: { ...standing, quota } };
    }
    case 1:
    case 2:
    case 3: {
      const move = fitting(chance, creditNames, (name) =>
        creditMoves[name].from.includes(standing.credit),
      );
      const effect = { kind: 'credit', move, accountId, amount, unit: 'credits' } as const;
      return { effect, standing: { ...standing, credit: creditMoves[move].to } };
    }
    case 4: {
      const holdsSlot = chance.once(20) ? standing.holdsSlot : !standing.holdsSlot;
      const move = holdsSlot ? 'take' : 'release';
      return { effect: { kind: 'slot', move, accountId }, standing: { ...standing, holdsSlot } };
    }
    case 5: {
      const until = now + chance.below(100);
      const penalty = chance.of<AccountPenalty>([
        { kind: 'cooling', until },
        { kind: 'exhausted' },
        { kind: 'login-lost' },
      ]);
      return other({ kind: 'penalise', accountId, penalty });
    }
    case 6:
      return other({ kind: chance.of(['account-succeeded', 'account-erred']), accountId });
    default: {
      const evidence = chance.once(6) ? 'answered' : 'unavailable';
      return other({ kind: 'provider', accountId, evidence });
    }
  }
}

/** A move that may be made where there is one, but once in a while any. */
function fitting<Move>(
  chance: Chance,
  moves: readonly [Move, ...Move[]],
  fits: (move: Move) => boolean,
): Move {
  const [first, ...rest] = moves.filter(fits);
  return first === undefined || chance.once(12) ? chance.of(moves) : chance.of([first, ...rest]);
}
