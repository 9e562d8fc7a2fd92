import { type KeyboardEvent, useState } from 'react';

export interface RowKeys {
  readonly count: number;
  /** Brings a row onto the screen. */
  readonly show: (index: number) => void;
  /** The element of a row; null while it is not on the screen. */
  readonly elementOf: (index: number) => HTMLElement | null;
  readonly onOpen: ((index: number) => void) | undefined;
}

const pageRows = 10;

/**
 * Moves the focus between the rows, one of which is in the tab order at a time (WAI-ARIA practices, "Grid").
 *
 * @returns the row in the tab order, and what to do with a key pressed in a row
 */
export function useRowKeys({ count, show, elementOf, onOpen }: RowKeys) {
  const [wanted, setActive] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));
  const moveTo = (index: number): void => {
    setActive(index);
    show(index);
    focusWhenThere(() => elementOf(index));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A button inside a row keeps its keys.
    if (event.target !== event.currentTarget) return;
    const next = rowAfter(event.key, { active, count });
    if (next !== null) moveTo(next);
    else if (event.key === 'Enter') onOpen?.(active);
    else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

function rowAfter(key: string, { active, count }: { active: number; count: number }) {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(active + step, count - 1));
}

/** A row that was far away exists a moment later. */
function focusWhenThere(find: () => HTMLElement | null, tries = 30): void {
  const element = find();
  if (element !== null) element.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(find, tries - 1));
}
