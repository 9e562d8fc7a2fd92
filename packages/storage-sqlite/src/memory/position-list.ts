/** Positions from `first` to before `end`. */
export interface PositionSpan {
  readonly first: number;
  readonly end: number;
}

/** Positions of a span, in order, as many as wanted. */
export interface PositionPage extends PositionSpan {
  readonly ascending: boolean;
  readonly limit: number;
}

/** The part of a span that is beyond a position. */
export function beyond(span: PositionSpan, position: number, ascending: boolean): PositionSpan {
  return ascending
    ? { first: Math.max(span.first, position + 1), end: span.end }
    : { first: span.first, end: Math.min(span.end, position) };
}

/** The intersection of two spans; empty where `first` is not below `end`. */
export function common(one: PositionSpan, other: PositionSpan): PositionSpan {
  return { first: Math.max(one.first, other.first), end: Math.min(one.end, other.end) };
}

/** Minimum length at which a list is compacted. */
const tidyFrom = 64;

/**
 * Positions of the jobs of one kind, ascending. Removed positions are only counted, and dropped when they are half of
 * all, so that removing one costs next to nothing; readers must check that a position is still valid.
 */
export class PositionList {
  #positions: number[];
  #gone = 0;

  /** Precondition: the positions are in order. */
  constructor(positions: readonly number[] = []) {
    this.#positions = [...positions];
  }

  add(position: number): void {
    const last = this.#positions.at(-1);
    if (last === undefined || last < position) this.#positions.push(position);
    else this.#insert(position);
  }

  /** Precondition: the position is in the list and `holds` no longer returns true for it. */
  remove(holds: (position: number) => boolean): void {
    this.#gone += 1;
    if (this.#positions.length < tidyFrom || this.#gone * 2 < this.#positions.length) return;
    this.#positions = this.#positions.filter(holds);
    this.#gone = 0;
  }

  /** Visits at most `most` positions beyond `from`, until `visit` stops. Returns the last one; undefined at the end. */
  walk(walk: {
    readonly from: number;
    readonly ascending: boolean;
    readonly most: number;
    readonly visit: (position: number) => 'go-on' | 'stop';
  }): number | undefined {
    const { from, ascending, most, visit } = walk;
    const step = ascending ? 1 : -1;
    let index = ascending ? this.#firstAbove(from) : this.#firstAbove(from - 1) - 1;
    for (let visited = 0; index >= 0 && index < this.#positions.length; index += step) {
      const position = this.#positions[index];
      if (position === undefined) break;
      visited += 1;
      if (visit(position) === 'stop' || visited === most) return position;
    }
    return undefined;
  }

  #insert(position: number): void {
    const index = this.#firstAbove(position - 1);
    if (this.#positions[index] !== position) this.#positions.splice(index, 0, position);
    else this.#gone -= 1;
  }

  /** Index of the first position greater than the given one. */
  #firstAbove(position: number): number {
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#positions[middle] ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
