import { RefusalBudget } from '@filmgate/core';

/** What lines that were left out have in common; from closed sets, so that there are few of them. */
export type LeftOut = Readonly<Record<string, string | number | boolean | null>>;

const minuteMs = 60_000;

/**
 * Lets the first lines of each minute through, and tells once a minute how many of each kind it left out: what a stranger
 * can cause without end shall not fill the disk.
 */
export class SparingLines {
  readonly #budget: RefusalBudget;
  readonly #tell: (kind: LeftOut, count: number) => void;
  readonly #monotonicMs: () => number;
  readonly #leftOut = new Map<string, { readonly kind: LeftOut; count: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(input: {
    readonly bounds: ConstructorParameters<typeof RefusalBudget>[0];
    /** Says how many lines of a kind were left out since it was said last. */
    readonly tell: (kind: LeftOut, count: number) => void;
    readonly monotonicMs?: () => number;
  }) {
    this.#budget = new RefusalBudget(input.bounds);
    this.#tell = input.tell;
    this.#monotonicMs = input.monotonicMs ?? (() => performance.now());
  }

  /** Whether one more line that `from` caused is written; otherwise it is counted under its kind. */
  takes(from: string, kind: LeftOut): boolean {
    if (this.#budget.takes(from, this.#monotonicMs())) return true;
    const key = JSON.stringify(kind);
    const earlier = this.#leftOut.get(key);
    if (earlier === undefined) this.#leftOut.set(key, { kind, count: 1 });
    else earlier.count += 1;
    this.#timer ??= setTimeout(() => this.tellLeftOut(), minuteMs).unref();
    return false;
  }

  /** Says now what was left out since the last time. */
  tellLeftOut(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { kind, count } of this.#leftOut.values()) this.#tell(kind, count);
    this.#leftOut.clear();
  }
}
