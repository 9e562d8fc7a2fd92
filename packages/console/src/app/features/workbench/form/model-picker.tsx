import { Input, Text, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { Icon } from '../../../shell/icon.tsx';
import { LazyPart, usePrefetchPart } from '../../../shell/lazy-part.tsx';
import styles from './model-picker.module.css';
import { sayDescription } from '../../../texts/model-descriptions.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface ModelPickerProps {
  readonly models: readonly WorkbenchModel[];
  readonly value: WorkbenchModel;
  readonly onChange: (model: WorkbenchModel) => void;
}

const part = 'model-drawer';
const load = async () => (await import('./model-drawer.tsx')).ModelDrawer;

/** The chosen model; opens the list of all models. */
export function ModelPicker({ models, value, onChange }: ModelPickerProps) {
  const { t, i18n } = useTranslation(workbenchTexts);
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  const valueId = useId();
  const prefetch = usePrefetchPart(part, load);
  return (
    <div>
      <Input.Label id={labelId} labelElement="div" mb={4}>
        {t('model')}
      </Input.Label>
      <UnstyledButton
        className={styles['button']}
        aria-labelledby={`${labelId} ${valueId}`}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <span id={valueId} className={styles['words']}>
          <span className={styles['id']}>{value.id}</span>
          <Text component="span" size="xs" c="dimmed">
            {sayDescription(value.description, i18n.language)}
          </Text>
        </span>
        <Icon name="search" size={16} />
      </UnstyledButton>
      {isOpen && (
        <LazyPart
          name={part}
          load={load}
          props={{ models, value, onPick: onChange, onClose: () => setOpen(false) }}
        />
      )}
    </div>
  );
}
