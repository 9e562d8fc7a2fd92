import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Typing pause before the filter is applied, in ms. */
const pauseMs = 350;

/** Longer texts are refused by the server or match nothing. */
const longest = 200;

export interface FilterTextProps
  extends Pick<AutocompleteProps, 'leftSection' | 'placeholder' | 'flex'> {
  readonly label: string;
  readonly value: string | undefined;
  readonly onCommit: (value: string | undefined) => void;
  readonly suggestions?: readonly string[];
}

/** Text filter, applied on a typing pause, on Enter or on blur. */
export function FilterText({ label, value, onCommit, suggestions = [], ...look }: FilterTextProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const commit = (given: string): void => {
    const next = given.trim() === '' ? undefined : given.trim();
    if (next !== value) onCommit(next);
  };
  const later = useDebouncedCallback(commit, pauseMs);
  const now = (given: string): void => {
    later.cancel();
    commit(given);
  };
  return (
    <Autocomplete
      type="search"
      label={label}
      maxLength={longest}
      limit={12}
      data={[...suggestions]}
      value={text}
      onChange={(next) => {
        setText(next);
        later(next);
      }}
      onOptionSubmit={now}
      onBlur={() => now(text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') now(text);
      }}
      {...look}
    />
  );
}
