import type { TFunction } from 'i18next';
import { Chip, Group, Input, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { mostPromptCharacters, promptLength } from './draft.ts';
import { type FieldOption, fieldOptions, type ModelField } from './model-choice.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { sayList } from '../../../shell/say-list.ts';
import { sayUnit } from '../../../shell/say-time.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface PromptFieldProps {
  readonly value: string;
  readonly onChange: (prompt: string) => void;
  readonly onPasteFiles: (files: readonly File[]) => void;
  readonly error: string | null;
}

export function PromptField({ value, onChange, onPasteFiles, error }: PromptFieldProps) {
  const { t } = useTranslation(workbenchTexts);
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

interface FieldChipsProps {
  readonly models: readonly WorkbenchModel[];
  readonly model: WorkbenchModel;
  readonly field: ModelField;
  readonly onPick: (value: string | number) => void;
}

/** Values of a field as buttons; the reason for a disabled value is shown below. */
export function FieldChips({ models, model, field, onPick }: FieldChipsProps) {
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const reasonId = useId();
  const labelId = useId();
  const options = fieldOptions(models, model, field);
  const reasons = reasonsOf(options, { model, field, t, language });
  return (
    <div role="radiogroup" aria-labelledby={labelId} aria-describedby={reasonId}>
      <Input.Label id={labelId} labelElement="div" mb={4}>
        {t(`field.${field}`)}
      </Input.Label>
      <Chip.Group value={String(model[field])} onChange={(text) => pick(text)}>
        <Group gap={6}>
          {options.map(({ value, problem }) => (
            <Chip
              key={value}
              value={String(value)}
              size="xs"
              radius="sm"
              disabled={problem !== null}
            >
              {sayValue(field, value, language)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text id={reasonId} component="div" size="xs" c="dimmed" mt={reasons.length > 0 ? 4 : 0}>
        {reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </Text>
    </div>
  );

  function pick(text: string | string[]): void {
    const picked = options.find(({ value }) => String(value) === text);
    if (picked !== undefined) onPick(picked.value);
  }
}

interface Wording {
  readonly model: WorkbenchModel;
  readonly field: ModelField;
  readonly t: TFunction<'workbench'>;
  readonly language: string;
}

/** Unavailable values grouped by reason. */
function reasonsOf(
  options: readonly FieldOption[],
  { model, field, t, language }: Wording,
): readonly string[] {
  const byReason = new Map<string, FieldOption[]>();
  for (const option of options) {
    const reason = JSON.stringify(option.problem);
    if (option.problem !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), option]);
  }
  return [...byReason.values()].map((same) => {
    const problem = same[0]?.problem;
    const values = sayList(
      same.map(({ value }) => sayValue(field, value, language)),
      language,
    );
    if (problem?.kind !== 'not-with')
      return t('reason.not-in-family', { values, family: model.family });
    const others = problem.others.map((other) => sayValue(other, model[other], language));
    return t('reason.not-with', { values, others: sayList(others, language) });
  });
}

function sayValue(field: ModelField, value: string | number, language: string): string {
  return field === 'duration'
    ? sayUnit(Number(value), { unit: 'second' }, language)
    : String(value);
}
