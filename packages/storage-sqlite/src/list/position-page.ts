import type { PositionSpan } from './position-span.ts';

/** Positions of a span, in order, as many as wanted. */
export interface PositionPage extends PositionSpan {
  readonly ascending: boolean;
  readonly limit: number;
}
