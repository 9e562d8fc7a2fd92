import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { LazyPart } from '../../../shell/lazy-part.tsx';
import type { Act, Filters } from './act-on-jobs.ts';
import type { SelectionState } from './selection.ts';
import { jobsTexts } from '../../../texts/jobs.ts';

export interface ActsBarProps {
  readonly shown: readonly AdminJob[];
  readonly hasMore: boolean;
  readonly filters: Filters;
  readonly selected: SelectionState;
}

const acts = ['check', 'resolve', 'cancel'] as const;
const loadDialog = async () => (await import('./act-dialog.tsx')).ActDialog;

/** Selection of jobs in the list, with the bulk actions for it. */
export function ActsBar({ shown, hasMore, filters, selected }: ActsBarProps) {
  const { t } = useTranslation(jobsTexts);
  const [act, setAct] = useState<Act | null>(null);
  const { selection } = selected;
  const close = (isDone: boolean): void => {
    setAct(null);
    if (isDone) selected.clear();
  };
  return (
    <>
      {shown.length > 0 && (
        <Group role="group" aria-label={t('many.bar')} gap="sm">
          <SelectShown shown={shown} selected={selected} />
          <Text size="sm" role="status">
            <Selected selected={selected} />
          </Text>
          {hasMore && selection.kind === 'named' && (
            <Button size="xs" variant="default" onClick={selected.selectFitting}>
              {t('many.select.fitting')}
            </Button>
          )}
          <ActButtons selected={selected} onAct={setAct} />
        </Group>
      )}
      {/* Rendered even while the list is empty: an action may change the filtered states. */}
      {act !== null && (
        <LazyPart
          name="act-dialog"
          load={loadDialog}
          props={{ act, selection, filters, onClose: close }}
        />
      )}
    </>
  );
}

interface ActButtonsProps extends Pick<ActsBarProps, 'selected'> {
  readonly onAct: (act: Act) => void;
}

/** Actions available for the selection, if any. */
function ActButtons({ selected: { selection, clear }, onAct }: ActButtonsProps) {
  const { t } = useTranslation(jobsTexts);
  if (selection.kind === 'named' && selection.ids.size === 0) return null;
  return (
    <>
      {acts.map((act) => (
        <Button key={act} size="xs" variant="default" onClick={() => onAct(act)}>
          {t(`many.act.${act}`)}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {t('many.select.clear')}
      </Button>
    </>
  );
}

function Selected({ selected: { selection } }: Pick<ActsBarProps, 'selected'>) {
  const { t } = useTranslation(jobsTexts);
  if (selection.kind === 'fitting') return t('many.selected.fitting');
  const count = selection.ids.size;
  return t(count === 0 ? 'many.selected.none' : 'many.selected', { count });
}

function SelectShown({ shown, selected }: Pick<ActsBarProps, 'shown' | 'selected'>) {
  const { t } = useTranslation(jobsTexts);
  const count = shown.filter(({ id }) => selected.isSelected(id)).length;
  const isAll = count === shown.length;
  return (
    <Checkbox
      size="xs"
      label={t('many.select.shown')}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={selected.selection.kind === 'fitting'}
      onChange={() => {
        selected.setAll(
          shown.map(({ id }) => id),
          !isAll,
        );
      }}
    />
  );
}
