import '@mantine/core/styles/Combobox.css';
import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { Icon } from '../../../shell/icon.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { groupModels, type ModelGroup } from './model-groups.ts';
import styles from './model-picker.module.css';
import { sayDescription } from '../../../texts/model-descriptions.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface ModelDrawerProps {
  readonly models: readonly WorkbenchModel[];
  readonly value: WorkbenchModel;
  readonly onPick: (model: WorkbenchModel) => void;
  readonly onClose: () => void;
}

/** All models, grouped by family. Search words may be in any order. */
export function ModelDrawer({ models, value, onPick, onClose }: ModelDrawerProps) {
  const { t } = useTranslation(workbenchTexts);
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const groups = useMemo(() => groupModels(models, value, words), [models, value, words]);
  const list = useCombobox({ opened: true, onDropdownClose: onClose });
  useEffect(() => {
    if (words.trim() === '') list.resetSelectedOption();
    else list.selectFirstOption();
  }, [words]);
  const pick = (id: string): void => {
    models.filter((model) => model.id === id).forEach(onPick);
    onClose();
  };
  return (
    <SideDrawer title={t('model.pick')} onClose={onClose} size="md">
      <Combobox store={list} onOptionSubmit={pick}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            role="combobox"
            type="search"
            aria-label={t('model')}
            placeholder={t('model.search')}
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={styles['list'] ?? ''} aria-label={t('model')}>
          {groups.map((group) => (
            <GroupOfModels key={group.family} group={group} value={value} />
          ))}
        </Combobox.Options>
      </Combobox>
      {groups.length === 0 && <Text role="status">{t('model.none')}</Text>}
    </SideDrawer>
  );
}

interface GroupOfModelsProps {
  readonly group: ModelGroup;
  readonly value: WorkbenchModel;
}

function GroupOfModels({ group, value }: GroupOfModelsProps) {
  const { t, i18n } = useTranslation(workbenchTexts);
  const { family, description, models, more } = group;
  return (
    <Combobox.Group label={`${family} · ${sayDescription(description, i18n.language)}`}>
      {models.map((model) => (
        <Combobox.Option
          key={model.id}
          value={model.id}
          active={model.id === value.id}
          className={styles['option'] ?? ''}
        >
          <span className={styles['id']}>{model.id}</span>
          <span>{t('cost', { count: model.credits })}</span>
          <ModelTraits model={model} />
        </Combobox.Option>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed" px="sm">
          {t('model.more', { count: more })}
        </Text>
      )}
    </Combobox.Group>
  );
}

/** Properties of a model that its id does not show. */
function ModelTraits({ model: { audio, reference_images } }: { readonly model: WorkbenchModel }) {
  const { t } = useTranslation(workbenchTexts);
  const { max } = reference_images;
  const traits = [
    t(audio.supported ? 'model.sound' : 'model.silent'),
    ...(max > 0 ? [t('model.images', { count: max })] : []),
  ];
  return (
    <Text component="span" size="xs" c="dimmed">
      {traits.join(' · ')}
    </Text>
  );
}
