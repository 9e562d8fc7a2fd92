/** Positions from `first` to before `end`. */
export interface PositionSpan {
  readonly first: number;
  readonly end: number;
}

/** What of a span lies beyond a position. */
export function beyond(span: PositionSpan, position: number, ascending: boolean): PositionSpan {
  return ascending
    ? { first: Math.max(span.first, position + 1), end: span.end }
    : { first: span.first, end: Math.min(span.end, position) };
}
