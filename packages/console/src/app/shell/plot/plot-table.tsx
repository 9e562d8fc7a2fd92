import { Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayPlotTime } from './axis-times.ts';
import type { PlotProps } from './plot-props.ts';
import styles from './plot.module.css';
import { metricsTexts } from '../../texts/metrics.ts';
import { useLanguage } from '../../texts/use-language.ts';

type PlotTableProps = Pick<PlotProps, 'label' | 'times' | 'series'> & {
  readonly say: (value: number) => string;
};

/** The values of a plot as a table, latest first. */
export function PlotTable(props: PlotTableProps) {
  const { t } = useTranslation(metricsTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles['table']}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('plot.table.open')}</summary>
      {isOpen && (
        <section className={styles['rows']} aria-label={props.label} tabIndex={0}>
          <Values {...props} />
        </section>
      )}
    </details>
  );
}

function Values({ times, series, say }: PlotTableProps) {
  const { t } = useTranslation(metricsTexts);
  const language = useLanguage();
  const known = times
    .map((time, index) => ({ time, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .toReversed();
  return (
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('plot.table.time')}</Table.Th>
          {series.map(({ name }) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {known.map(({ time, values }) => (
          <Table.Tr key={time}>
            <Table.Th scope="row">{sayPlotTime(time, language)}</Table.Th>
            {values.map((value, number) => (
              <Table.Td key={series[number]?.name}>{value === null ? '–' : say(value)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
