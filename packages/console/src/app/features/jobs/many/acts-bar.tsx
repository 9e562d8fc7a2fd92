import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AdminJob } from '../../../api/responses.ts';
import { LazyPart } from '../../../shell/lazy-part.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import type { Act, Filters } from './act-on-jobs.ts';
import { manyTexts } from './many-texts.ts';
import type { SelectionState } from './selection.ts';

export interface ActsBarProps {
  readonly shown: readonly AdminJob[];
  readonly hasMore: boolean;
  readonly filters: Filters;
  readonly selected: SelectionState;
}

const acts = ['check', 'resolve', 'cancel'] as const;
const loadDialog = async () => (await import('./act-dialog.tsx')).ActDialog;

/** Selects jobs of the list, and does to all of them what can be done to one. */
export function ActsBar({ shown, hasMore, filters, selected }: ActsBarProps) {
  const { t } = useTexts(manyTexts);
  const [act, setAct] = useState<Act | null>(null);
  const { selection } = selected;
  const close = (isDone: boolean): void => {
    setAct(null);
    if (isDone) selected.clear();
  };
  return (
    <>
      {shown.length > 0 && (
        <Group role="group" aria-label={t('bar')} gap="sm">
          <SelectShown shown={shown} selected={selected} />
          <Text size="sm" role="status">
            <Selected selected={selected} />
          </Text>
          {hasMore && selection.kind === 'named' && (
            <Button size="xs" variant="default" onClick={selected.selectFitting}>
              {t('select.fitting')}
            </Button>
          )}
          <ActButtons selected={selected} onAct={setAct} />
        </Group>
      )}
      {/* Also while the list is empty: an act may change what its filters ask for. */}
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

/** What can be done to the selection, if there is one. */
function ActButtons({ selected: { selection, clear }, onAct }: ActButtonsProps) {
  const { t } = useTexts(manyTexts);
  if (selection.kind === 'named' && selection.ids.size === 0) return null;
  return (
    <>
      {acts.map((act) => (
        <Button key={act} size="xs" variant="default" onClick={() => onAct(act)}>
          {t(`act.${act}`)}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {t('select.clear')}
      </Button>
    </>
  );
}

function Selected({ selected: { selection } }: Pick<ActsBarProps, 'selected'>) {
  const { t } = useTexts(manyTexts);
  if (selection.kind === 'fitting') return t('selected.fitting');
  const count = selection.ids.size;
  return count === 0 ? `${t('selected.none')}. ${t('select.hint')}` : t('selected', { count });
}

function SelectShown({ shown, selected }: Pick<ActsBarProps, 'shown' | 'selected'>) {
  const { t } = useTexts(manyTexts);
  const count = shown.filter(({ id }) => selected.isSelected(id)).length;
  const isAll = count === shown.length;
  return (
    <Checkbox
      size="xs"
      label={t('select.shown')}
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
