import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** How long a pause in typing must be before the text is asked for, in ms. */
const pauseMs = 350;

/** The server takes no longer ones, or nothing has one. */
const longest = 200;

export interface FilterTextProps
  extends Pick<AutocompleteProps, 'leftSection' | 'placeholder' | 'flex'> {
  readonly label: string;
  readonly value: string | undefined;
  readonly onCommit: (value: string | undefined) => void;
  readonly suggestions?: readonly string[];
}

/** A text that filters: it is asked for when the person pauses, presses Enter or leaves the field. */
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
