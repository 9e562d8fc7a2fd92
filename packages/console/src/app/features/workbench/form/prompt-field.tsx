import { Group, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';
import { mostPromptCharacters, promptLength } from './draft.ts';

export interface PromptFieldProps {
  readonly value: string;
  readonly onChange: (prompt: string) => void;
  readonly onPasteFiles: (files: readonly File[]) => void;
  readonly error: string | null;
}

export function PromptField({ value, onChange, onPasteFiles, error }: PromptFieldProps) {
  const { t } = useTexts(formTexts);
  const countId = useId();
  const count = promptLength(value);
  return (
    <div>
      <Textarea
        label={t('prompt')}
        placeholder={t('prompt.placeholder')}
        required
        autosize
        minRows={4}
        maxRows={14}
        value={value}
        error={error}
        aria-describedby={countId}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onPaste={({ clipboardData }) => {
          if (clipboardData.files.length > 0) onPasteFiles([...clipboardData.files]);
        }}
      />
      <Group justify="end" mt={4}>
        <Text
          id={countId}
          size="xs"
          c={count > mostPromptCharacters ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {t('prompt.count', { count, most: mostPromptCharacters })}
        </Text>
      </Group>
    </div>
  );
}
