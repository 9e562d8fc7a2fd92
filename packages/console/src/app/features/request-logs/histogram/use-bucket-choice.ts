import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type BucketChoice, stepChoice } from './bucket-choice.ts';

export interface BucketChoiceRequest {
  readonly count: number;
  readonly onPick: (choice: BucketChoice) => void;
}

/** Selects bars with keys, mouse or touch. */
export function useBucketChoice({ count, onPick }: BucketChoiceRequest) {
  const bars = useRef<HTMLDivElement>(null);
  const { choice, latest, choose } = useChoice(count);
  const [isDragging, setDragging] = useState(false);
  const last = Math.max(0, count - 1);
  const current = choice ?? { anchor: last, head: last };
  usePointerEnd(isDragging, () => {
    setDragging(false);
    if (latest.current !== null) onPick(latest.current);
    choose(null);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepChoice(current, { key: event.key, shiftKey: event.shiftKey, count });
    if (step.kind === 'none') return;
    event.preventDefault();
    if (step.kind === 'pick') {
      choose(null);
      onPick(current);
      return;
    }
    choose(step.choice);
    bars.current?.querySelectorAll<HTMLElement>('[role="option"]')[step.choice.head]?.focus();
  };
  const barOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      letGo(event);
      setDragging(true);
      choose({ anchor: index, head: index });
    },
    onPointerEnter: () => {
      if (isDragging && latest.current !== null) choose({ ...latest.current, head: index });
    },
    onFocus: () => {
      if (latest.current === null) choose({ anchor: index, head: index });
    },
  });
  return { bars, choice, active: current.head, isDragging, onKeyDown, barOf };
}

/** Selected bars, as rendered and as of now: the pointer may be released before the last render. */
function useChoice(count: number) {
  const [choice, setChoice] = useState<BucketChoice | null>(null);
  const latest = useRef<BucketChoice | null>(null);
  const choose = (next: BucketChoice | null): void => {
    latest.current = next;
    setChoice(next);
  };
  useEffect(() => choose(null), [count]);
  return { choice, latest, choose };
}

/** A touch pointer is captured by its first bar; without release, the other bars would get no events. */
function letGo({ currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
  if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
}

/** A drag ends wherever the pointer is released. */
function usePointerEnd(isDragging: boolean, onEnd: () => void): void {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isDragging) return undefined;
    const ended = (): void => end.current();
    window.addEventListener('pointerup', ended);
    window.addEventListener('pointercancel', ended);
    return () => {
      window.removeEventListener('pointerup', ended);
      window.removeEventListener('pointercancel', ended);
    };
  }, [isDragging]);
}
