import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useTexts } from '../../../texts/use-texts.ts';
import { manyTexts } from './many-texts.ts';

const outcomes = ['charged', 'not_charged'] as const;

/** What a person is about to say of all outcomes. */
export interface SaidOutcome {
  readonly outcome: (typeof outcomes)[number] | null;
  readonly note: string;
}

export interface ResolveFieldsProps {
  readonly said: SaidOutcome;
  readonly onChange: (said: SaidOutcome) => void;
}

export function ResolveFields({ said, onChange }: ResolveFieldsProps) {
  const { t } = useTexts(manyTexts);
  return (
    <>
      <Radio.Group
        label={t('outcome')}
        value={said.outcome ?? ''}
        onChange={(value) => {
          onChange({ ...said, outcome: outcomes.find((known) => known === value) ?? null });
        }}
      >
        <Stack gap="xs" mt="xs">
          {outcomes.map((known) => (
            <Radio
              key={known}
              value={known}
              label={t(`outcome.${known}`)}
              description={t(`outcome.${known}.what`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('note')}
        description={t('note.help')}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={said.note}
        onChange={({ currentTarget }) => onChange({ ...said, note: currentTarget.value })}
      />
    </>
  );
}
