import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RequestLogCall } from '../../../api/answers.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { failedOf, FailureNotice } from '../../../shell/failure-notice.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import type { CallFilter } from '../filter/call-filter.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';
import { logsPath } from '../use-calls.ts';
import { CallFacts } from './call-facts.tsx';
import { specialEndingOf } from './call-outcome.ts';
import type { CallPlace } from './call-place.ts';
import { userIdOf } from './caller-name.tsx';
import { CallStatusBadge } from './call-status-badge.tsx';

export interface CallDrawerProps {
  readonly place: CallPlace;
  readonly onClose: () => void;
  /** The person wants the calls that are alike in this. */
  readonly onOnly: (filter: CallFilter) => void;
}

/** The whole row of one call, and the ways from it. */
export function CallDrawer({ place, onClose, onOnly }: CallDrawerProps) {
  const { t } = useTexts(requestLogsTexts);
  const { data: call, error, refetch } = useCall(place);
  return (
    <SideDrawer title={t('drawer.title')} onClose={onClose}>
      <Stack>
        {error !== null && (
          <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />
        )}
        {call === null && <Text>{t('drawer.gone')}</Text>}
        {call !== null && call !== undefined && (
          <>
            <CallHead call={call} />
            <CallFacts call={call} onOnly={onOnly} />
            <CallPrompt call={call} />
          </>
        )}
      </Stack>
    </SideDrawer>
  );
}

function CallHead({ call }: { readonly call: RequestLogCall }) {
  const { t } = useTexts(requestLogsTexts);
  const ending = specialEndingOf(call);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <CallStatusBadge call={call} />
        <Text component="h3" fw={650} m={0}>
          {call.method} {call.path}
        </Text>
      </Group>
      {ending !== null && <Text size="sm">{t(`ending.${ending}.why`)}</Text>}
      <Group gap="xs">
        {call.job_id !== null && (
          <WayTo to="/console/jobs" search={{ job: call.job_id }}>
            {t('drawer.open-job')}
          </WayTo>
        )}
        {call.caller !== null && userIdOf(call.caller) !== null && (
          <WayTo to="/console/api-users" search={{ user: userIdOf(call.caller) ?? '' }}>
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

function CallPrompt({ call }: { readonly call: RequestLogCall }) {
  const { t } = useTexts(requestLogsTexts);
  if (call.prompt_digest === null) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('drawer.prompt')}
      </Title>
      {call.prompt === undefined ? (
        <Stack gap="xs" align="start">
          <Text size="sm" c="dimmed">
            {t('drawer.prompt.not-kept')}
          </Text>
          <WayTo to="/console/settings" search={{ setting: 'log_prompts' }}>
            {t('drawer.settings')}
          </WayTo>
        </Stack>
      ) : (
        <Text style={{ whiteSpace: 'pre-wrap' }}>{call.prompt}</Text>
      )}
    </section>
  );
}

/** How often a call that is still open is looked at again, in ms. */
const openMs = 3_000;

/** One call: null when the log has it no more. */
function useCall({ at, id }: CallPlace) {
  const api = useApi();
  return useQuery({
    queryKey: ['request-logs', 'call', at, id],
    queryFn: async ({ signal }) => {
      const span = { from: new Date(at).toISOString(), to: new Date(at + 1).toISOString() };
      const query = { ...span, limit: 200 };
      const { data } = valueOf(await api.ask({ path: logsPath, query, signal }));
      return data.find((call) => call.id === id) ?? null;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.duration_ms === null && !data.disconnected ? openMs : false,
  });
}
