/** A selected range of buckets, in either direction. */
export interface BucketChoice {
  /** Start of the selection. */
  readonly anchor: number;
  /** End of the selection; this bucket has the focus. */
  readonly head: number;
}

/** Effect of a key on the bars. */
export type ChoiceStep =
  | { readonly kind: 'move'; readonly choice: BucketChoice }
  | { readonly kind: 'pick' }
  | { readonly kind: 'none' };

const steps: { readonly [key: string]: (head: number, last: number) => number } = {
  ArrowLeft: (head) => head - 1,
  ArrowRight: (head) => head + 1,
  PageUp: (head) => head - 10,
  PageDown: (head) => head + 10,
  Home: () => 0,
  End: (_head, last) => last,
};

/** Arrow keys move, Shift extends the selection, Enter and Space zoom in, Escape clears it. */
export function stepChoice(
  { anchor, head }: BucketChoice,
  {
    key,
    shiftKey,
    count,
  }: { readonly key: string; readonly shiftKey: boolean; readonly count: number },
): ChoiceStep {
  if (key === 'Enter' || key === ' ') return { kind: 'pick' };
  if (key === 'Escape') {
    return anchor === head ? { kind: 'none' } : { kind: 'move', choice: { anchor: head, head } };
  }
  const step = steps[key];
  if (step === undefined || count === 0) return { kind: 'none' };
  const next = Math.min(count - 1, Math.max(0, step(head, count - 1)));
  return { kind: 'move', choice: { anchor: shiftKey ? anchor : next, head: next } };
}

export function isChosen({ anchor, head }: BucketChoice, index: number): boolean {
  return index >= Math.min(anchor, head) && index <= Math.max(anchor, head);
}
