import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import type { Overview } from '../../api/answers.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { FiguresOverTime } from '../figures/samples-query.ts';
import { overviewTexts } from './overview-texts.ts';

/** Whether there is any job at all, which figures of a span do not tell. */
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
  readonly figures: FiguresOverTime | undefined;
}

/** Leads to the workbench while nothing was ever made. */
export function FirstSteps({ now, figures }: FirstStepsProps) {
  const { t } = useTexts(overviewTexts);
  const isQuiet = now.queue.open === 0 && figures !== undefined && !isAnyAccepted(figures);
  const { data: hasJobs } = useQuery({ ...hasJobsQuery(useApi()), enabled: isQuiet });
  if (!isQuiet || hasJobs !== false) return null;
  return (
    <EmptyState
      icon="film"
      title={t('first.title')}
      action={
        <Button renderRoot={(props) => <Link to="/video" {...props} />}>{t('first.action')}</Button>
      }
    >
      {t('first.text')}
    </EmptyState>
  );
}

const isAnyAccepted = ({ total }: FiguresOverTime): boolean => (total?.accepted ?? 0) > 0;
