import '@mantine/core/styles/Table.css';
import { Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminJob, AdminJobDetail, WorkbenchJob } from '../../../api/responses.ts';
import { isFinal } from '../jobs/job-collection.ts';
import { sayFile, sayInstant, saySpan, sayUnit } from '../../../shell/say-time.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface JobFactsProps {
  readonly job: WorkbenchJob;
  /** Absent while loading. */
  readonly detail: AdminJobDetail | undefined;
}

type Fact = readonly [name: string, value: ReactNode];

/** Settings, credits and timestamps. */
export function JobFacts({ job, detail }: JobFactsProps) {
  const { t } = useTranslation(workbenchTexts);
  const facts = useFacts({ job, detail });
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('detail.settings')}
      </Title>
      <Table variant="vertical" withTableBorder layout="fixed">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function useFacts({ job, detail }: JobFactsProps): readonly Fact[] {
  const { t: form } = useTranslation(workbenchTexts);
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const instant = (iso: string | null | undefined): string | null =>
    iso === null || iso === undefined ? null : sayInstant(iso, language);
  const more = detail?.job;
  const result = more?.result ?? null;
  const took = Date.parse(job.updated_at) - Date.parse(job.created_at);
  const facts: readonly Fact[] = [
    [t('detail.id'), job.job_id],
    [form('model'), job.model],
    [
      form('field.duration'),
      job.duration === null ? null : sayUnit(job.duration, { unit: 'second' }, language),
    ],
    [form('field.aspect_ratio'), job.aspect_ratio],
    [form('field.resolution'), job.resolution],
    [form('audio'), t(job.generate_audio ? 'on' : 'off')],
    [t('detail.account'), job.account ?? t('detail.account.none')],
    [
      t('detail.cost'),
      more === undefined ? null : t(`detail.credits.${more.credit}`, { cost: more.price }),
    ],
    [t('detail.created'), instant(job.created_at)],
    [t('detail.submitted'), instant(more?.submitted_at)],
    [t('detail.completed'), instant(more?.completed_at)],
    [t('detail.took'), isFinal(job) ? saySpan(took, language) : null],
    [t('detail.size'), result === null ? null : sayFile(result, language)],
    [t('detail.expires'), instant(result?.expires_at)],
    [t('detail.warnings'), more === undefined ? null : sayWarnings(more)],
  ];
  return facts.filter(([, value]) => value !== null && value !== undefined);
}

/** Requested features that the video lacks; null when none are missing. */
function sayWarnings({ warnings }: AdminJob): string | null {
  return warnings.length === 0 ? null : warnings.map(({ message }) => message).join(' ');
}
