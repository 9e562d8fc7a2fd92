import { useState } from 'react';

/** Jobs selected for an action: some by id, or all that match the filters. */
export type Selection =
  | { readonly kind: 'named'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'fitting' };

const none: ReadonlySet<string> = new Set();
const nothing: Selection = { kind: 'named', ids: none };

export interface SelectionState {
  readonly selection: Selection;
  readonly isSelected: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly setAll: (ids: readonly string[], isSelected: boolean) => void;
  readonly selectFitting: () => void;
  readonly clear: () => void;
}

/**
 * Selection in a list. Cleared when the filters change, since the selected jobs would no longer be visible.
 *
 * @param filters - the filters, as one text
 */
export function useSelection(filters: string): SelectionState {
  const [kept, setKept] = useState<{ readonly filters: string; readonly selection: Selection }>({
    filters,
    selection: nothing,
  });
  const selection = kept.filters === filters ? kept.selection : nothing;
  const keep = (next: Selection): void => setKept({ filters, selection: next });
  const named = selection.kind === 'named' ? selection.ids : none;
  return {
    selection,
    isSelected: (id) => selection.kind === 'fitting' || named.has(id),
    toggle: (id) => {
      if (selection.kind === 'named')
        keep({ kind: 'named', ids: marked(named, [id], !named.has(id)) });
    },
    setAll: (ids, isSelected) => keep({ kind: 'named', ids: marked(named, ids, isSelected) }),
    selectFitting: () => keep({ kind: 'fitting' }),
    clear: () => keep(nothing),
  };
}

function marked(
  before: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const others = [...before].filter((id) => !ids.includes(id));
  return new Set(isSelected ? [...others, ...ids] : others);
}
