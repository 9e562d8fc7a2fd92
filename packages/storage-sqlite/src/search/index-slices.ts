import type { PositionSpan } from '../list/position-span.ts';

/**
 * Positions per slice of an era; every job has its slice as a word, so that it never changes. What no search passes by
 * without a look at every posting, a text of nothing but common terms, is looked for in one slice at a time: some 10 ms.
 */
const positionsPerSlice = 65_536;

/** The slice a position lies in, as the value of its word. */
export function sliceWord(position: number): string {
  return String(Math.floor(position / positionsPerSlice));
}

/** What of a span lies in one slice, by slice, as a walk goes. */
export function slicesOf(span: PositionSpan, ascending: boolean): readonly PositionSpan[] {
  const slices: PositionSpan[] = [];
  for (let { first } = span; first < span.end; ) {
    const next = (Math.floor(first / positionsPerSlice) + 1) * positionsPerSlice;
    const end = Math.min(next, span.end);
    slices.push({ first, end });
    first = end;
  }
  return ascending ? slices : slices.toReversed();
}
