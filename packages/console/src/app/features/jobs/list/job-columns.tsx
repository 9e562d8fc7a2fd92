import type { JobFailureCode } from '@filmgate/core';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import type { DataColumn } from '../../../shell/data-table/data-column.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayInstant } from '../../../shell/say-time.ts';
import { JobStateBadge } from '../job-state-badge.tsx';
import type { SelectionState } from '../many/selection.ts';
import { OwnerText } from '../owner-text.tsx';
import { jobWordsTexts } from '../../../texts/job-words.ts';
import { useLanguage } from '../../../texts/use-language.ts';

type JobTexts = TFunction<'jobs'>;

export type RowSelection = Pick<SelectionState, 'selection' | 'isSelected' | 'toggle'>;

export function jobColumns(t: JobTexts, selected: RowSelection): readonly DataColumn<AdminJob>[] {
  return [
    selectColumn(t, selected),
    {
      id: 'job',
      title: t('column.job'),
      width: 2.2,
      cell: (job) => <JobCell job={job} />,
    },
    {
      id: 'state',
      title: t('column.state'),
      width: '9.5rem',
      cell: (job) => <StateCell job={job} t={t} />,
    },
    { id: 'model', title: t('column.model'), width: 1.5, cell: ({ model }) => model },
    { id: 'owner', title: t('column.owner'), width: 1.2, cell: (job) => <OwnerText job={job} /> },
    {
      id: 'account',
      title: t('column.account'),
      cell: (job) => <AccountCell job={job} t={t} />,
    },
    {
      id: 'attempts',
      title: t('column.attempts'),
      width: '5rem',
      align: 'end',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'age',
      title: t('column.age'),
      width: '6.5rem',
      cell: ({ created_at }) => <InstantText at={created_at} />,
    },
  ];
}

function selectColumn(t: JobTexts, selected: RowSelection): DataColumn<AdminJob> {
  return {
    id: 'selected',
    title: t('column.selected'),
    isTitleUnseen: true,
    width: '1.4rem',
    cell: (job) => <SelectCell job={job} selected={selected} t={t} />,
  };
}

interface SelectCellProps {
  readonly job: AdminJob;
  readonly selected: RowSelection;
  readonly t: JobTexts;
}

/** Not in the tab order, like every control in a row: Space on the row selects it. */
function SelectCell({ job: { id, prompt }, selected, t }: SelectCellProps) {
  return (
    <Checkbox
      size="xs"
      tabIndex={-1}
      aria-label={t('select', { job: prompt === '' ? id : prompt.slice(0, mostNamed) })}
      checked={selected.isSelected(id)}
      disabled={selected.selection.kind === 'fitting'}
      onChange={() => selected.toggle(id)}
    />
  );
}

/** Maximum characters of a prompt as the name of a job. */
const mostNamed = 80;

function JobCell({ job: { id, prompt } }: { readonly job: AdminJob }) {
  return (
    <>
      <Text size="sm" lineClamp={1} title={prompt}>
        {prompt}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" truncate title={id}>
        {id}
      </Text>
    </>
  );
}

function AccountCell({ job: { account, account_id }, t }: StateCellProps) {
  return (
    <Text size="sm" {...(account_id === null && { c: 'dimmed' })}>
      {account ?? account_id ?? t('account.none')}
    </Text>
  );
}

interface StateCellProps {
  readonly job: AdminJob;
  readonly t: JobTexts;
}

/** Progress is shown only when the provider reports it. */
function StateCell({ job: { state, progress, error, result_wait: wait }, t }: StateCellProps) {
  const language = useLanguage();
  const isReported = state === 'polling' && progress > 0;
  return (
    <>
      <JobStateBadge state={state} />{' '}
      {isReported && (
        <Text component="span" size="xs" c="dimmed">
          {t('progress', { progress })}
        </Text>
      )}
      {wait !== null && (
        <Text size="xs" c="dimmed">
          {t(`awaits.${wait.awaits}`, { since: sayInstant(wait.since, language) })}
        </Text>
      )}
      {error !== null && <FailureBrief code={error.code} />}
    </>
  );
}

/** Short reason of a failure; the drawer shows the full text. */
function FailureBrief({ code }: { readonly code: JobFailureCode }) {
  const { t } = useTranslation(jobWordsTexts);
  return (
    <Text size="xs" c="dimmed" title={t(`code.${code}`)}>
      {t(`brief.${code}`)}
    </Text>
  );
}
