import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../shell/use-address.ts';
import styles from './metrics.module.css';
import { type RangeName, rangeNames, readRange } from './time-range.ts';
import { metricsTexts } from '../../texts/metrics.ts';

/** The time span in the address. */
export function useRange(): RangeName {
  const [{ range }] = useAddress();
  return readRange(range);
}

/** Chooses the time span of all plots of a page. */
export function RangeSwitch() {
  const { t } = useTranslation(metricsTexts);
  const [, change] = useAddress();
  return (
    <SegmentedControl
      aria-label={t('range')}
      size="xs"
      className={styles['switch'] ?? ''}
      data={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
      value={useRange()}
      onChange={(range) => change({ range: range === '1h' ? undefined : range })}
    />
  );
}
