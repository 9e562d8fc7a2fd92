import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoggedRequest } from '../../../api/responses.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { failedOf, FailureNotice } from '../../../shell/failure-notice.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import type { RequestFilter } from '../filter/request-filter.ts';
import { logsPath } from '../use-logged-requests.ts';
import { RequestFacts } from './request-facts.tsx';
import { specialEndingOf } from './request-outcome.ts';
import type { RequestPosition } from './request-position.ts';
import { userIdOf } from './caller-name.tsx';
import { RequestStatusBadge } from './request-status-badge.tsx';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

export interface RequestDrawerProps {
  readonly position: RequestPosition;
  readonly onClose: () => void;
  /** Filters the list for requests with these values. */
  readonly onOnly: (filter: RequestFilter) => void;
}

/** All fields of one request, with links to related pages. */
export function RequestDrawer({ position, onClose, onOnly }: RequestDrawerProps) {
  const { t } = useTranslation(requestLogsTexts);
  const { data: request, error, refetch } = useLoggedRequest(position);
  return (
    <SideDrawer title={t('drawer.title')} onClose={onClose}>
      <Stack>
        {error !== null && (
          <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />
        )}
        {request === null && <Text>{t('drawer.gone')}</Text>}
        {request !== null && request !== undefined && (
          <>
            <RequestHead request={request} />
            <RequestFacts request={request} onOnly={onOnly} />
            <RequestPrompt request={request} />
          </>
        )}
      </Stack>
    </SideDrawer>
  );
}

function RequestHead({ request }: { readonly request: LoggedRequest }) {
  const { t } = useTranslation(requestLogsTexts);
  const ending = specialEndingOf(request);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <RequestStatusBadge request={request} />
        <Text component="h3" fw={650} m={0}>
          {request.method} {request.path}
        </Text>
      </Group>
      {ending !== null && <Text size="sm">{t(`ending.${ending}.why`)}</Text>}
      <Group gap="xs">
        {request.job_id !== null && (
          <WayTo to="/console/jobs" search={{ job: request.job_id }}>
            {t('drawer.open-job')}
          </WayTo>
        )}
        {request.caller !== null && userIdOf(request.caller) !== null && (
          <WayTo to="/console/api-users" search={{ user: userIdOf(request.caller) ?? '' }}>
            {t('drawer.open-caller')}
          </WayTo>
        )}
      </Group>
    </Stack>
  );
}

interface WayToProps {
  readonly to: string;
  readonly search: { readonly [name: string]: string };
  readonly children: ReactNode;
}

function WayTo({ to, search, children }: WayToProps) {
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => <Link to={to} search={search} {...props} />}
    >
      {children}
    </Button>
  );
}

function RequestPrompt({ request }: { readonly request: LoggedRequest }) {
  const { t } = useTranslation(requestLogsTexts);
  if (request.prompt_digest === null) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('drawer.prompt')}
      </Title>
      {request.prompt === undefined ? (
        <Stack gap="xs" align="start">
          <Text size="sm" c="dimmed">
            {t('drawer.prompt.not-kept')}
          </Text>
          <WayTo to="/console/settings" search={{ setting: 'log_prompts' }}>
            {t('drawer.settings')}
          </WayTo>
        </Stack>
      ) : (
        <Text style={{ whiteSpace: 'pre-wrap' }}>{request.prompt}</Text>
      )}
    </section>
  );
}

/** Polling interval of an open request, in ms. */
const openMs = 3_000;

/** One request; null when the log no longer has it. */
function useLoggedRequest({ at, id }: RequestPosition) {
  const api = useApi();
  return useQuery({
    queryKey: ['request-logs', 'call', at, id],
    queryFn: async ({ signal }) => {
      const span = { from: new Date(at).toISOString(), to: new Date(at + 1).toISOString() };
      const query = { ...span, limit: 200 };
      const { data } = valueOf(await api.ask({ path: logsPath, query, signal }));
      return data.find((request) => request.id === id) ?? null;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.duration_ms === null && !data.disconnected ? openMs : false,
  });
}
