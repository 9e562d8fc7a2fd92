import { SegmentedControl } from '@mantine/core';
import { useAddress } from '../../shell/use-address.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './metrics.module.css';
import { metricsTexts } from './metrics-texts.ts';
import { type RangeName, rangeNames, readRange } from './time-range.ts';

/** The span in the address. */
export function useRange(): RangeName {
  const [{ range }] = useAddress();
  return readRange(range);
}

/** Chooses the span of all plots of a page. */
export function RangeSwitch() {
  const { t } = useTexts(metricsTexts);
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
