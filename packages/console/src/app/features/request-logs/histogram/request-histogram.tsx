import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestLogBucket } from '../../../api/responses.ts';
import { type RequestOutcome, requestOutcomes } from '../request/request-outcome.ts';
import type { BucketPlan } from '../filter/time-span.ts';
import { type BucketChoice, isChosen } from './bucket-choice.ts';
import styles from './request-histogram.module.css';
import { useBucketChoice } from './use-bucket-choice.ts';
import { useLanguage } from '../../../texts/use-language.ts';
import { sayList } from '../../../shell/say-list.ts';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

export interface RequestHistogramProps {
  readonly buckets: readonly RequestLogBucket[];
  readonly plan: BucketPlan;
  /** True while another time span is loading. */
  readonly isStale: boolean;
  /** Called to zoom into a time span. */
  readonly onPick: (span: { readonly from: number; readonly until: number }) => void;
}

const totalOf = (bucket: RequestLogBucket): number =>
  requestOutcomes.reduce((sum, outcome) => sum + bucket[outcome], 0);

/** Requests by start time and outcome. */
export function RequestHistogram({ buckets, plan, isStale, onPick }: RequestHistogramProps) {
  const { t } = useTranslation(requestLogsTexts);
  const [shown, setShown] = useState<number | null>(null);
  const sayBucket = useSayBucket(plan);
  const bucket = buckets[shown ?? -1];
  return (
    <section aria-label={t('histogram.label')} className={styles['place']} data-stale={isStale}>
      <Legend buckets={buckets} summary={bucket === undefined ? '' : sayBucket(bucket)} />
      <Bars
        buckets={buckets}
        say={sayBucket}
        onShow={setShown}
        onPick={({ anchor, head }) => {
          const [first, last] = [Math.min(anchor, head), Math.max(anchor, head)];
          const from = plan.from + first * plan.bucketMs;
          onPick({ from, until: Math.min(plan.until, plan.from + (last + 1) * plan.bucketMs) });
        }}
      />
      <TimeAxis plan={plan} />
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {t('histogram.hint')}
      </Text>
    </section>
  );
}

interface BarsProps {
  readonly buckets: readonly RequestLogBucket[];
  readonly say: (bucket: RequestLogBucket) => string;
  /** Called when the pointer enters a bar; null when it leaves. */
  readonly onShow: (index: number | null) => void;
  readonly onPick: (choice: BucketChoice) => void;
}

/** Bars are options of a listbox, so that keys can select them too. */
function Bars({ buckets, say, onShow, onPick }: BarsProps) {
  const { t } = useTranslation(requestLogsTexts);
  const { bars, choice, active, onKeyDown, barOf } = useBucketChoice({
    count: buckets.length,
    onPick,
  });
  const highest = Math.max(1, ...buckets.map(totalOf));
  return (
    <div
      ref={bars}
      role="listbox"
      aria-label={t('histogram.label')}
      aria-multiselectable="true"
      aria-orientation="horizontal"
      className={styles['bars']}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onShow(null)}
    >
      {buckets.map((bucket, index) => (
        <div
          key={bucket.time}
          role="option"
          tabIndex={index === active ? 0 : -1}
          aria-label={say(bucket)}
          aria-selected={choice !== null && isChosen(choice, index)}
          className={styles['bar']}
          onFocusCapture={() => onShow(index)}
          onPointerOver={() => onShow(index)}
          {...barOf(index)}
        >
          <Stack bucket={bucket} highest={highest} />
        </div>
      ))}
    </div>
  );
}

function useSayBucket(plan: BucketPlan) {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  const say = instantFormat(plan, language);
  return (bucket: RequestLogBucket): string => {
    const from = Date.parse(bucket.time);
    const counts = requestOutcomes
      .filter((outcome) => bucket[outcome] > 0)
      .map((outcome) =>
        t('histogram.count', {
          outcome: t(`outcome.${outcome}`),
          shown: bucket[outcome].toLocaleString(language),
        }),
      );
    return t('histogram.bucket', {
      from: say(from),
      until: say(from + plan.bucketMs),
      counts: counts.length === 0 ? t('histogram.nothing') : sayList(counts, language),
    });
  };
}

function Stack({
  bucket,
  highest,
}: {
  readonly bucket: RequestLogBucket;
  readonly highest: number;
}) {
  return requestOutcomes
    .filter((outcome) => bucket[outcome] > 0)
    .map((outcome) => (
      <span
        key={outcome}
        aria-hidden="true"
        data-outcome={outcome}
        style={{ height: `${(100 * bucket[outcome]) / highest}%` }}
      />
    ));
}

interface LegendProps {
  readonly buckets: readonly RequestLogBucket[];
  /** Text of the bar under the pointer. */
  readonly summary: string;
}

function Legend({ buckets, summary }: LegendProps) {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  const sum = (outcome: RequestOutcome): number =>
    buckets.reduce((all, bucket) => all + bucket[outcome], 0);
  const count = buckets.reduce((all, bucket) => all + totalOf(bucket), 0);
  return (
    <Group justify="space-between" gap="xs" mih="1.6rem">
      <Group gap="md">
        <Text fw={650} size="sm" role="status">
          {t('histogram.total', { count, shown: count.toLocaleString(language) })}
        </Text>
        <ul className={styles['legend']}>
          {requestOutcomes
            .filter((outcome) => sum(outcome) > 0)
            .map((outcome) => (
              <li key={outcome}>
                <span aria-hidden="true" data-outcome={outcome} />
                {t(`outcome.${outcome}`)} {sum(outcome).toLocaleString(language)}
              </li>
            ))}
        </ul>
      </Group>
      <Text size="xs" c="dimmed" aria-hidden="true">
        {summary}
      </Text>
    </Group>
  );
}

const ticks = [0, 1, 2, 3];

function TimeAxis({ plan }: { readonly plan: BucketPlan }) {
  const language = useLanguage();
  const say = instantFormat(plan, language);
  const instants = ticks.map((tick) => {
    const buckets = Math.round((plan.until - plan.from) / plan.bucketMs);
    return plan.from + Math.round((buckets * tick) / (ticks.length - 1)) * plan.bucketMs;
  });
  return (
    <div aria-hidden="true" className={styles['axis']}>
      {instants.map((instant, index) => (
        <span key={ticks[index]}>{say(instant)}</span>
      ))}
    </div>
  );
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Formats the instants of a plan as short as they stay distinct. */
function instantFormat(plan: BucketPlan, language: string): (instant: number) => string {
  const { from, until, bucketMs } = plan;
  const withDate = until - from > dayMs;
  const withTime = bucketMs < dayMs;
  const withSeconds = bucketMs < minuteMs;
  const format = new Intl.DateTimeFormat(language, {
    ...(withDate && { month: 'short', day: 'numeric' }),
    ...(withTime && { hour: '2-digit', minute: '2-digit', hour12: false }),
    ...(withSeconds && { second: '2-digit' }),
    ...(bucketMs < 1_000 && { fractionalSecondDigits: 3 as const }),
  });
  return (instant) => format.format(instant);
}
