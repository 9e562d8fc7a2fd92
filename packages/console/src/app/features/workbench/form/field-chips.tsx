import { Chip, Group, Input, Text } from '@mantine/core';
import { useId } from 'react';
import type { WorkbenchModel } from '../../../api/answers.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';
import { type FieldOption, fieldOptions, type ModelField, sayValue } from './model-choice.ts';

export interface FieldChipsProps {
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
