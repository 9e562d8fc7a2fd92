import { judge, judgedOf, type Row } from './row.ts';

/** A comparison of rates (units per second) as one of times (ms for a unit), held against the same goal. */
export function asTimes(row: Row): Row {
  const ms = (rate: number): number => 1000 / rate;
  const ours = ms(row.ours);
  const ratio = 1 / row.ratio;
  const processorRatio = row.processorRatio === null ? null : 1 / row.processorRatio;
  const judged = judgedOf({ judgedBy: row.judgedBy, value: ours, ratio, processorRatio });
  const verdict = judge(row.goal, judged);
  return { ...row, unit: 'ms', ours, others: ms(row.others), ratio, processorRatio, verdict };
}
