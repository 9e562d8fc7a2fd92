import { z } from 'zod';
import {
  moneyMoves,
  type TrailBalance,
  type TrailMoney,
  type TrailStep,
  type TrailStory,
} from '../job/trail-step.ts';
import type { TrailKind } from '../job/trail-kind.ts';
import type { JsonValue } from '../json/json-value.ts';
import { costUnits } from '../model/route.ts';
import { balanceAfter, emptyBalance } from './trail-step.ts';

/**
 * A stored step, or a line of a former release. Former releases wrote each movement of money as a line `money`, before
 * the line with the reason, and the end of a job as a separate line `failed` behind it.
 */
export type StoredStep = TrailStep | TrailStory;

const ledger = z.enum(['quota', 'credit']);
const move = z.enum(moneyMoves);
const unit = z.enum(costUnits);

const storedMoney = z.array(
  z.tuple([ledger, move, z.number(), z.number(), z.number(), z.number()], z.string()),
);

/** Packs a step's money: ledger, move, amount, the three balances, then account and unit where needed. */
export function packMoney(money: readonly TrailMoney[]): readonly (readonly JsonValue[])[] {
  return money.map((one) => {
    const { reserved, held, settled } = one.after;
    const rest = one.accountId === undefined ? [] : [one.accountId];
    const moved = [one.ledger, one.move, one.amount, reserved, held, settled, ...rest];
    return one.unit === 'credits' ? moved : [...moved, one.unit];
  });
}

/** Unpacks the output of `packMoney`. Throws `ZodError` for anything else. */
export function unpackMoney(packed: unknown): readonly TrailMoney[] {
  const all = storedMoney.parse(packed).map((one): TrailMoney => {
    const [of, moved, amount, reserved, held, settled, ...rest] = one;
    const [accountId, counted = 'credits'] = of === 'credit' ? rest : [undefined, ...rest];
    return Object.freeze({
      ledger: of,
      move: moved,
      amount,
      unit: unit.parse(counted),
      ...(accountId !== undefined && { accountId }),
      after: Object.freeze({ reserved, held, settled }),
    });
  });
  return Object.freeze(all);
}

/** Returns the steps of a trail from its acceptance on, oldest first; combines lines of former releases to steps. */
export function readTrail(
  accepted: TrailStep,
  stored: readonly StoredStep[],
): readonly TrailStep[] {
  const reader = new FormerLines(accepted);
  for (const entry of stored) reader.add(entry);
  return reader.end();
}

/** Kinds of the lines that a line `failed` of a former release followed. */
const endings: ReadonlySet<string> = new Set([
  'account-gone',
  'owner-erased',
  'cancelled',
  'account-refused',
  'absence-proven',
  'ruled',
  'upstream-failed',
  'result-unusable',
  'result-not-fetched',
] satisfies readonly TrailKind[]);

const formerMoney = z.object({
  ledger,
  move,
  amount: z.number(),
  accountId: z.string().exactOptional(),
  unit: unit.default('credits'),
});

class FormerLines {
  readonly #steps: TrailStep[];
  readonly #balances = new Map<string, TrailBalance>();
  #open: { readonly at: number; readonly money: readonly TrailMoney[] } | null = null;

  constructor(accepted: TrailStep) {
    this.#steps = [accepted];
    this.#note(accepted.money);
  }

  add(entry: StoredStep): void {
    if (this.#open !== null && this.#open.at !== entry.at) this.#closeOpen();
    if ('money' in entry) {
      this.#closeOpen();
      this.#note(entry.money);
      this.#steps.push(entry);
      return;
    }
    const moved = entry.what === 'money' ? formerMoney.safeParse(entry.detail).data : undefined;
    if (moved !== undefined) this.#move(entry.at, moved);
    else this.#report(entry);
  }

  end(): readonly TrailStep[] {
    this.#closeOpen();
    return this.#steps;
  }

  /** Balances of a trail that a former release began are those of its lines so far. */
  #note(money: readonly TrailMoney[]): void {
    for (const { accountId = '', after } of money) this.#balances.set(accountId, after);
  }

  #move(at: number, moved: Omit<TrailMoney, 'after'>): void {
    const before = this.#balances.get(moved.accountId ?? '') ?? emptyBalance;
    const money = { ...moved, after: balanceAfter(before, moved) };
    this.#note([money]);
    this.#open = { at, money: [...(this.#open?.money ?? []), money] };
  }

  #report(line: TrailStory): void {
    const money = this.#open?.money ?? [];
    this.#open = null;
    const last = this.#steps.at(-1);
    if (line.what !== 'failed' || last?.at !== line.at || !endings.has(last.what)) {
      this.#steps.push({ ...line, money });
      return;
    }
    const detail = { ...line.detail, ...last.detail };
    this.#steps.splice(-1, 1, { ...last, detail, money: [...last.money, ...money] });
  }

  /** Adds a step for money whose reason no line states. */
  #closeOpen(): void {
    if (this.#open === null) return;
    const { at, money } = this.#open;
    this.#open = null;
    this.#steps.push({ at, what: 'money', detail: {}, money });
  }
}
