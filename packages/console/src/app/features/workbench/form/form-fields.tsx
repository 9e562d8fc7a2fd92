import { Chip, Group, Input, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { mostPromptCharacters, promptLength } from './draft.ts';
import { formTexts } from './form-texts.ts';
import { type FieldOption, fieldOptions, type ModelField, sayValue } from './model-choice.ts';

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

interface FieldChipsProps {
  readonly models: readonly WorkbenchModel[];
  readonly model: WorkbenchModel;
  readonly field: ModelField;
  readonly onPick: (value: string | number) => void;
}

/** The values of a field as buttons; those that cannot be picked say why below. */
export function FieldChips({ models, model, field, onPick }: FieldChipsProps) {
  const { t } = useTexts(formTexts);
  const reasonId = useId();
  const labelId = useId();
  const options = fieldOptions(models, model, field);
  const reasons = reasonsOf(options, { model, field, t });
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
              {sayValue(field, value)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text id={reasonId} size="xs" c="dimmed" mt={reasons.length > 0 ? 4 : 0}>
        {reasons.join('; ')}
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
  readonly t: ReturnType<typeof useTexts<(typeof formTexts)['en']>>['t'];
}

/** One entry for each reason, with the values it holds for. */
function reasonsOf(
  options: readonly FieldOption[],
  { model, field, t }: Wording,
): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { value, problem } of options) {
    if (problem === null) continue;
    const reason =
      problem.kind === 'not-in-family'
        ? t('reason.not-in-family', { family: model.family })
        : t('reason.not-with', { other: problem.other });
    byReason.set(reason, [...(byReason.get(reason) ?? []), sayValue(field, value)]);
  }
  return [...byReason].map(([reason, values]) =>
    t('reason.entry', { values: values.join(', '), reason }),
  );
}
