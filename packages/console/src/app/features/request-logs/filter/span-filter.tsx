import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '../../../shell/use-address.ts';
import { localInput, readLocalInput } from './local-input.ts';
import { presetAddress, presetNames, spanAddress, type TimeSpan } from './time-span.ts';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

export interface SpanFilterProps {
  readonly span: TimeSpan;
  readonly onCommit: (address: Address) => void;
}

/** Chooses a span that ends now. */
export function PresetFilter({ span, onCommit }: SpanFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  return (
    <NativeSelect
      label={t('span.label')}
      value={span.preset ?? ''}
      onChange={({ currentTarget }) => {
        const preset = presetNames.find((name) => name === currentTarget.value);
        if (preset !== undefined) onCommit(presetAddress(preset));
      }}
      data={[
        ...(span.preset === null ? [{ value: '', label: t('span.chosen') }] : []),
        ...presetNames.map((name) => ({ value: name, label: t(`span.${name}`) })),
      ]}
    />
  );
}

/** Chooses a span between two instants. */
export function InstantsFilter({ span, onCommit }: SpanFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  const [from, setFrom] = useState(() => localInput(span.from));
  const [until, setUntil] = useState(() => localInput(span.until));
  useEffect(() => {
    setFrom(localInput(span.from));
    setUntil(localInput(span.until));
  }, [span.from, span.until]);
  const isBackwards = (readLocalInput(from) ?? 0) >= (readLocalInput(until) ?? Infinity);
  const commit = (first: string, last: string): void => {
    const chosen = { from: readLocalInput(first), until: readLocalInput(last) };
    if (chosen.from === null || chosen.until === null || chosen.from >= chosen.until) return;
    onCommit(spanAddress({ from: chosen.from, until: chosen.until }));
  };
  return (
    <Group gap="xs" align="start">
      <TextInput
        type="datetime-local"
        step={1}
        label={t('span.from')}
        value={from}
        error={isBackwards ? t('span.backwards') : undefined}
        onChange={({ currentTarget }) => {
          setFrom(currentTarget.value);
          commit(currentTarget.value, until);
        }}
      />
      <TextInput
        type="datetime-local"
        step={1}
        label={t('span.to')}
        value={until}
        onChange={({ currentTarget }) => {
          setUntil(currentTarget.value);
          commit(from, currentTarget.value);
        }}
      />
    </Group>
  );
}
