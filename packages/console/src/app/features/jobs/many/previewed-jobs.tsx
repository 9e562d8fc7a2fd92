import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sayMoney } from '../../../shell/say-money.ts';
import { OwnerText } from '../owner-text.tsx';
import type { Act } from './act-on-jobs.ts';
import { PassedOver } from './passed-over.tsx';
import { type SetAside, sumMoney } from './sum-money.ts';
import type { Preview } from './use-act.ts';
import { jobsTexts } from '../../../texts/jobs.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface PreviewedJobsProps {
  readonly act: Act;
  readonly preview: Preview;
}

/** Number of jobs an action applies to, their credits, and the skipped jobs. */
export function PreviewedJobs({ act, preview: { jobs, isCut } }: PreviewedJobsProps) {
  const { t } = useTranslation(jobsTexts);
  const language = useLanguage();
  const fitting = jobs.flatMap(({ reason, job }) => (reason === null && job !== null ? [job] : []));
  const money = sumMoney(fitting);
  const costs = [...money.cost].map(([unit, amount]) => sayMoney(amount, unit, language));
  return (
    <>
      <Text role="status">{t(`many.fits.${act}`, { count: fitting.length, of: jobs.length })}</Text>
      {isCut && <Text size="sm">{t('many.cut', { count: jobs.length })}</Text>}
      {fitting.length > 0 && (
        <div>
          <MoneyTable money={money} jobs={fitting.length} />
          <Text size="sm" mt="xs">
            {costs.length === 0
              ? t('many.money.no-cost')
              : t('many.money.cost', { cost: costs.join(' + ') })}
          </Text>
        </div>
      )}
      <PassedOver jobs={jobs} />
    </>
  );
}

function MoneyTable({ money, jobs }: { readonly money: SetAside; readonly jobs: number }) {
  const { t } = useTranslation(jobsTexts);
  return (
    <Table aria-label={t('many.money.table')} verticalSpacing={4} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('many.money.owner')}</Table.Th>
          <Table.Th ta="end">{t('many.money.jobs')}</Table.Th>
          <Table.Th ta="end">{t('many.money.credits')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {money.owners.map((one) => (
          <Table.Tr key={one.owner}>
            <Table.Td>
              <OwnerText job={one} />
            </Table.Td>
            <Table.Td ta="end">{one.jobs}</Table.Td>
            <Table.Td ta="end">{one.credits}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('many.money.total')}</Table.Th>
          <Table.Td ta="end">{jobs}</Table.Td>
          <Table.Td ta="end">{money.credits}</Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
