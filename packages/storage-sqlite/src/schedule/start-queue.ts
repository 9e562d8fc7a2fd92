import type { Owner } from '../ledger/owners.ts';
import type { OpenJob } from '../memory/open-job.ts';
import { type Due, DueHeap } from './due-heap.ts';
import { NumberHeap } from './number-heap.ts';

/** One owner's jobs of one family that could start now, filed under the owner's last turn. */
interface Line extends Due {
  readonly owner: Owner;
  readonly family: string;
  readonly waiting: NumberHeap;
  /** Position of the line's oldest job. */
  position: number;
}

const anyFamily = '*';

/**
 * Jobs that could start now. The owner whose last turn is longest ago comes next, with its oldest job, so that no owner
 * waits for more than one job of each other owner. A job that has left the queue meanwhile is skipped when its turn
 * comes.
 */
export class StartQueue {
  readonly #byFamily = new Map<string, DueHeap<Line>>();
  readonly #byOwner = new Map<Owner, Map<string, Line>>();
  readonly #find: (position: number) => OpenJob | undefined;
  #turns = 0;

  constructor(find: (position: number) => OpenJob | undefined) {
    this.#find = find;
  }

  add({ owner, position, current }: OpenJob): void {
    const line = this.#lineOf(owner, current.job.request.family);
    line.waiting.push(position);
    this.#file(line);
  }

  /** Returns the next job in turn of these families (`*` for all), or undefined. */
  take(families: readonly string[]): OpenJob | undefined {
    for (;;) {
      const line = this.#nextLine(families);
      if (line === undefined) return undefined;
      const position = line.waiting.pop();
      const job = position === undefined ? undefined : this.#find(position);
      if (job?.lane === 'ready') {
        this.#noteTurn(line.owner);
        return job;
      }
      this.#file(line);
    }
  }

  #nextLine(families: readonly string[]): Line | undefined {
    const wanted = families.includes(anyFamily) ? this.#byFamily.keys() : new Set(families);
    let next: Line | undefined;
    for (const family of wanted) {
      const line = this.#byFamily.get(family)?.peek();
      if (line !== undefined && (next === undefined || isBefore(line, next))) next = line;
    }
    return next;
  }

  #noteTurn(owner: Owner): void {
    this.#turns += 1;
    owner.turn = this.#turns;
    for (const line of this.#byOwner.get(owner)?.values() ?? []) this.#file(line);
  }

  #lineOf(owner: Owner, family: string): Line {
    const lines = this.#byOwner.get(owner) ?? new Map<string, Line>();
    this.#byOwner.set(owner, lines);
    const known = lines.get(family);
    if (known !== undefined) return known;
    const waiting = new NumberHeap();
    const line = { owner, family, waiting, position: 0, filedAt: owner.turn, heapIndex: -1 };
    lines.set(family, line);
    return line;
  }

  /** Files the line by its owner's turn and its oldest job; an empty line is removed. */
  #file(line: Line): void {
    const heap = this.#byFamily.get(line.family) ?? new DueHeap<Line>();
    this.#byFamily.set(line.family, heap);
    if (line.heapIndex !== -1) heap.remove(line);
    const oldest = line.waiting.peek();
    if (oldest === undefined) {
      this.#forget(line);
      return;
    }
    line.position = oldest;
    line.filedAt = line.owner.turn;
    heap.push(line);
  }

  #forget({ owner, family }: Line): void {
    const lines = this.#byOwner.get(owner);
    lines?.delete(family);
    if (lines?.size === 0) this.#byOwner.delete(owner);
    if (this.#byFamily.get(family)?.size === 0) this.#byFamily.delete(family);
  }
}

function isBefore(one: Line, other: Line): boolean {
  return (
    one.filedAt < other.filedAt || (one.filedAt === other.filedAt && one.position < other.position)
  );
}
