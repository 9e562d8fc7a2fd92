import { Table } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { sayPlotTime } from './axis-times.ts';
import type { PlotProps } from './plot-props.ts';
import styles from './plot.module.css';
import { plotTexts } from './plot-texts.ts';

type PlotTableProps = Pick<PlotProps, 'label' | 'times' | 'series'> & {
  readonly say: (value: number) => string;
};

/** The same values in words, for who cannot see the drawing or wants the numbers; latest first. */
export function PlotTable(props: PlotTableProps) {
  const { t } = useTexts(plotTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles['table']}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('table.open')}</summary>
      {isOpen && (
        <section className={styles['rows']} aria-label={props.label} tabIndex={0}>
          <Values {...props} />
        </section>
      )}
    </details>
  );
}

function Values({ times, series, say }: PlotTableProps) {
  const { t, language } = useTexts(plotTexts);
  const known = times
    .map((time, index) => ({ time, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .toReversed();
  return (
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('table.time')}</Table.Th>
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
