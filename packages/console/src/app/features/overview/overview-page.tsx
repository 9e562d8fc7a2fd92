import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { Overview } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { MetricsHeading } from '../metrics/metrics-heading.tsx';
import type { MetricsOverTime } from '../metrics/samples-query.ts';
import { useMetrics } from '../metrics/use-metrics.ts';
import { OverviewPlots } from './overview-plots.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import styles from './resolution-notice.module.css';
import { overviewTexts } from '../../texts/overview.ts';

/** Health of the gateway at a glance. */
export function OverviewPage() {
  const { t } = useTranslation(overviewTexts);
  const { now, metrics, failed, retry } = useMetrics();
  const { data: hasJobs, isPending } = useQuery(hasJobsQuery(useApi()));
  // Notices above the figures load first: a late notice would shift the figures down.
  const isKnown = hasJobs !== false || metrics !== undefined || failed !== null;
  const isShown = now !== undefined && !isPending && isKnown;
  return (
    <Stack>
      <MetricsHeading title={t('title')} at={now?.at} />
      {failed !== null && <FailureNotice failed={failed} onRetry={retry} />}
      {isShown && (
        <>
          {hasJobs === false && <FirstSteps now={now} metrics={metrics} />}
          <RetirementNotice models={now.retiring_models} />
          <DenyingNotice accounts={now.denying_accounts} />
          <ResolutionNotice queue={now.queue} />
          <UnreadableNotice queue={now.queue} />
          <OverviewTiles now={now} metrics={metrics} />
        </>
      )}
      {isShown && metrics !== undefined && <OverviewPlots metrics={metrics} />}
    </Stack>
  );
}

/** True when any job existed at page load; metrics of a time span cannot show this. */
function hasJobsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['jobs', 'any'],
    queryFn: async ({ signal }) => {
      const request = { path: '/api/v1/admin/jobs', query: { limit: 1 }, signal } as const;
      return valueOf(await api.ask(request)).data.length > 0;
    },
  });
}

export interface FirstStepsProps {
  readonly now: Overview;
  readonly metrics: MetricsOverTime | undefined;
}

/** Links to the workbench until the first job exists. */
export function FirstSteps({ now, metrics }: FirstStepsProps) {
  const { t } = useTranslation(overviewTexts);
  if (now.queue.open > 0 || (metrics !== undefined && isAnyAccepted(metrics))) return null;
  return (
    <EmptyState
      icon="video"
      title={t('first.title')}
      action={
        <Button renderRoot={(props) => <Link to="/video" {...props} />}>{t('first.action')}</Button>
      }
    >
      {t('first.text')}
    </EmptyState>
  );
}

const isAnyAccepted = ({ total }: MetricsOverTime): boolean => (total?.accepted ?? 0) > 0;

/** Jobs that only a person can resolve, with a link to them; nothing without such jobs. */
export function ResolutionNotice({ queue }: Pick<Overview, 'queue'>) {
  const { t } = useTranslation(overviewTexts);
  const { need_resolution: count, need_resolution_is_exact: isExact } = queue;
  if (count === 0) return null;
  return (
    <Alert
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t(isExact ? 'resolution.title' : 'resolution.title-least', { count })}
    >
      <Text size="sm">{t('resolution.text')}</Text>
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => (
          <Link to="/console/jobs" search={{ state: 'outcome_unknown' }} {...props} />
        )}
      >
        {t('resolution.link')}
      </Anchor>
    </Alert>
  );
}

/** Models that their providers end soon, or have ended; nothing without such a model. */
export function RetirementNotice({ models }: { readonly models: Overview['retiring_models'] }) {
  const { t } = useTranslation(overviewTexts);
  if (models.length === 0) return null;
  return (
    <Alert
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t('retiring.title', { count: models.length })}
    >
      <ul>
        {models.map(({ family, retires_at: at, replaced_by: successor, is_retired: isRetired }) => (
          <li key={family}>
            <Text size="sm">
              <Trans
                t={t}
                i18nKey={`retiring.${isRetired ? 'ended' : 'ends'}${successor === null ? '' : '-replaced'}`}
                values={{ family, successor }}
                components={{ id: <code />, at: <InstantText at={at} /> }}
              />
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Accounts whose provider denies every job; nothing without such an account. */
export function DenyingNotice({ accounts }: { readonly accounts: Overview['denying_accounts'] }) {
  const { t } = useTranslation(overviewTexts);
  return accounts.map(({ id, label, jobs: count, since }) => (
    <Alert
      key={id}
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t('denying.title', { label })}
    >
      <Text size="sm">
        <Trans
          t={t}
          i18nKey="denying.text"
          values={{ count }}
          components={{ at: <InstantText at={since} /> }}
        />
      </Text>
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => (
          <Link to="/console/jobs" search={{ state: 'outcome_unknown', account: id }} {...props} />
        )}
      >
        {t('denying.link')}
      </Anchor>
    </Alert>
  ));
}

/** Maximum shown here; the server's log has all. */
const mostShown = 5;

function unreadableQuery(api: ApiClient, count: number) {
  return queryOptions({
    // Reloaded when their number changes.
    queryKey: ['unreadable-jobs', count],
    enabled: count > 0,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/unreadable-jobs', signal })),
  });
}

/** Jobs with unreadable records, with the reasons; nothing when all are readable. */
export function UnreadableNotice({ queue: { unreadable: count } }: Pick<Overview, 'queue'>) {
  const { t } = useTranslation(overviewTexts);
  const { data } = useQuery(unreadableQuery(useApi(), count));
  if (count === 0) return null;
  return (
    <Alert
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t('unreadable.title', { count })}
    >
      <Text size="sm">{t('unreadable.text')}</Text>
      {data !== undefined && (
        <ul>
          {data.data.slice(0, mostShown).map(({ id, reason, noticed_at: at }) => (
            <li key={id}>
              <Text size="sm">
                <Trans
                  t={t}
                  i18nKey="unreadable.job"
                  values={{ job: id, reason }}
                  components={{
                    id: <code />,
                    said: <span lang="en" />,
                    at: <InstantText at={at} />,
                  }}
                />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
