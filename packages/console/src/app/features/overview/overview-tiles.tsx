import { Paper } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Overview } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import styles from '../metrics/metrics.module.css';
import type { MetricsOverTime } from '../metrics/samples-query.ts';
import { sayBytes, sayDuration, sayNumber, sayShare } from '../metrics/say-number.ts';
import { ratePerMinute } from './rate-per-minute.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { useLanguage } from '../../texts/use-language.ts';

interface OverviewTilesProps {
  readonly now: Overview;
  /** Undefined during the first load. */
  readonly metrics: MetricsOverTime | undefined;
}

const unknown = '–';

/** Current figures and those of the chosen time span. */
export function OverviewTiles({ now, metrics }: OverviewTilesProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <dl aria-label={t('tiles')} className={styles['tiles']}>
      <RequestsTile metrics={metrics} />
      <SuccessTile metrics={metrics} />
      <ResultTile metrics={metrics} />
      <QueueTile queue={now.queue} />
      <SlotsTile capacity={now.capacity} />
      <SpentTile today={now.today} today_since={now.today_since} />
      <UnknownTile queue={now.queue} />
      <DiskTile disk={now.disk} request_log={now.request_log} />
      <GatewayTile now={now} />
    </dl>
  );
}

function RequestsTile({ metrics }: Pick<OverviewTilesProps, 'metrics'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const rate = metrics === undefined ? null : ratePerMinute(metrics, Date.now());
  const { calls = 0, failed_calls: failed = 0 } = metrics?.total ?? {};
  const value = rate === null ? unknown : t('requests.rate', { rate: sayNumber(rate, language) });
  return (
    <Tile name={t('requests')} value={value}>
      {t('requests.note', {
        count: calls,
        calls: sayNumber(calls, language),
        failed: sayNumber(failed, language),
      })}
    </Tile>
  );
}

function SuccessTile({ metrics }: Pick<OverviewTilesProps, 'metrics'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const { completed = 0, failed = 0 } = metrics?.total ?? {};
  const share = sayShare(completed, completed + failed, language);
  return (
    <Tile name={t('success')} value={share ?? unknown}>
      {share === null
        ? t('success.none')
        : t('success.note', {
            completed: sayNumber(completed, language),
            failed: sayNumber(failed, language),
          })}
    </Tile>
  );
}

function ResultTile({ metrics }: Pick<OverviewTilesProps, 'metrics'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const { p50_ms: p50 = null, p95_ms: p95 = null } = metrics?.total?.to_result ?? {};
  return (
    <Tile name={t('result')} value={p50 === null ? unknown : sayDuration(p50, language)}>
      {p95 === null ? t('success.none') : t('result.note', { p95: sayDuration(p95, language) })}
    </Tile>
  );
}

function QueueTile({ queue }: Pick<Overview, 'queue'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const { waiting, open, awaiting_configuration: stuck } = queue;
  return (
    <Tile name={t('queue')} value={sayNumber(waiting, language)}>
      {t(stuck > 0 ? 'queue.note-stuck' : 'queue.note', {
        open: sayNumber(open, language),
        count: stuck,
      })}
    </Tile>
  );
}

function SlotsTile({ capacity: { slots } }: Pick<Overview, 'capacity'>) {
  const { t } = useTranslation(overviewTexts);
  const { busy, free, total } = slots;
  return (
    <Tile name={t('slots')} value={t('slots.value', { busy, total })}>
      <Bar
        label={t('slots')}
        total={total}
        parts={[{ name: t('slots.busy'), value: busy, tone: 'busy' }]}
      />
      {t('slots.free', { free })}
    </Tile>
  );
}

function SpentTile({ today, today_since }: Pick<Overview, 'today' | 'today_since'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const local = new Date(today_since).toLocaleTimeString(language, time);
  return (
    <Tile name={t('spent')} value={sayNumber(today?.credits_spent ?? 0, language)}>
      {t('spent.note', { local })}
    </Tile>
  );
}

function UnknownTile({ queue: { unknown_outcomes: count } }: Pick<Overview, 'queue'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  return (
    <Tile name={t('unknown')} value={sayNumber(count, language)}>
      {t(count === 0 ? 'unknown.none' : 'unknown.searching')}
    </Tile>
  );
}

function DiskTile({ disk, request_log: requestLog }: Pick<Overview, 'disk' | 'request_log'>) {
  const { t } = useTranslation(overviewTexts);
  const language = useLanguage();
  const { results_bytes, assets_bytes, database_bytes, free_bytes, measured_at } = disk;
  const { free_is_low } = disk;
  const parts = [
    { name: t('disk.results'), value: results_bytes ?? 0, tone: 'busy' },
    { name: t('disk.assets'), value: assets_bytes ?? 0, tone: 'good' },
    { name: t('disk.database'), value: database_bytes ?? 0, tone: 'unsure' },
  ] as const;
  const used = parts.reduce((sum, { value }) => sum + value, 0);
  const say = (bytes: number): string => sayBytes(bytes, language);
  return (
    <Tile name={t('disk')} value={measured_at === null ? unknown : say(used)}>
      {measured_at === null ? (
        t('disk.unmeasured')
      ) : (
        <Bar label={t('disk')} parts={parts} total={null} say={say} withLegend />
      )}
      {free_bytes !== null && <div>{t('disk.free', { free: say(free_bytes) })}</div>}
      {free_is_low && <div>{t('disk.low')}</div>}
      <div>
        {t('disk.request-log', {
          used: say(requestLog.bytes),
          most: say(requestLog.max_bytes),
        })}
      </div>
      {requestLog.removed_rows > 0 && (
        <div>
          {t('disk.request-log.removed', { rows: sayNumber(requestLog.removed_rows, language) })}
        </div>
      )}
    </Tile>
  );
}

function GatewayTile({ now: { version, started_at, store } }: Pick<OverviewTilesProps, 'now'>) {
  const { t } = useTranslation(overviewTexts);
  const ms = Math.max(1, Math.round(store.response_ms));
  return (
    <Tile name={t('gateway')} value={version}>
      <Trans t={t} i18nKey="gateway.since" components={{ at: <InstantText at={started_at} /> }} />
      <div>{t('gateway.store', { name: store.name, ms })}</div>
    </Tile>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: ReactNode;
}

/** A figure with its explanation below; rendered inside a `<dl>`. */
function Tile({ name, value, children }: PropsWithChildren<TileProps>) {
  return (
    <Paper withBorder p="sm" bg="var(--surface)" className={styles['tile'] ?? ''}>
      <dt>{name}</dt>
      <dd className={styles['value']}>{value}</dd>
      {children !== undefined && <dd className={styles['note']}>{children}</dd>}
    </Paper>
  );
}
