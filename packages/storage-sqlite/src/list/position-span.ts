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

/** What of a span lies beyond a position. */
export function beyond(span: PositionSpan, position: number, ascending: boolean): PositionSpan {
  return ascending
    ? { first: Math.max(span.first, position + 1), end: span.end }
    : { first: span.first, end: Math.min(span.end, position) };
}

/** What two spans have in common; empty where `first` is not below `end`. */
export function common(one: PositionSpan, other: PositionSpan): PositionSpan {
  return { first: Math.max(one.first, other.first), end: Math.min(one.end, other.end) };
}
