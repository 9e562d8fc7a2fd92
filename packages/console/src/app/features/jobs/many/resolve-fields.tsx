import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { jobsTexts } from '../../../texts/jobs.ts';

const outcomes = ['charged', 'not_charged'] as const;

/** Input for the resolution of several outcomes. */
export interface SaidOutcome {
  readonly outcome: (typeof outcomes)[number] | null;
  readonly note: string;
}

export interface ResolveFieldsProps {
  readonly said: SaidOutcome;
  readonly onChange: (said: SaidOutcome) => void;
}

export function ResolveFields({ said, onChange }: ResolveFieldsProps) {
  const { t } = useTranslation(jobsTexts);
  return (
    <>
      <Radio.Group
        label={t('many.outcome')}
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
              label={t(`many.outcome.${known}`)}
              description={t(`many.outcome.${known}.what`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('many.note')}
        description={t('many.note.help')}
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
