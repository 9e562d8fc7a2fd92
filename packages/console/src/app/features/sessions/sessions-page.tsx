import { Group, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { sayInstant } from '../../shell/say-time.ts';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import { sessionsTexts } from '../../texts/sessions.ts';
import { useLanguage } from '../../texts/use-language.ts';

const everyMs = 10_000;

export function sessionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['sessions'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/sessions', signal })).data,
  });
}

/** Open sessions of the administrators, with actions to end them. */
export function SessionsPage() {
  const { t } = useTranslation(sessionsTexts);
  const language = useLanguage();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(useApi()));
  const { end, endOthers, failed, note } = useEnding();
  const columns = useMemo(() => sessionColumns({ t, language, onEnd: end }), [t, language, end]);
  const others = (sessions ?? []).filter(({ current }) => !current).length;
  return (
    <Stack>
      <PageHeading title={t('title')}>
        {others > 0 && <EndOthers count={others} onEnd={endOthers} />}
      </PageHeading>
      <Text c="dimmed" maw={720}>
        {t('intro')}
      </Text>
      <Text role="status" size="sm">
        {note ?? (sessions !== undefined && others === 0 ? t('others.none') : null)}
      </Text>
      {failed !== null && <FailureNotice failed={failed} />}
      {error !== null && <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />}
      {sessions !== undefined && (
        <DataTable label={t('table')} columns={columns} rows={sessions} idOf={({ id }) => id} />
      )}
    </Stack>
  );
}

interface EndOthersProps {
  readonly count: number;
  readonly onEnd: () => Promise<void>;
}

function EndOthers({ count, onEnd }: EndOthersProps) {
  const { t } = useTranslation(sessionsTexts);
  return (
    <ConfirmButton
      size="sm"
      question={t('others.question', { count })}
      confirm={t('others.confirm')}
      onConfirm={onEnd}
      leftSection={<Icon name="logout" />}
    >
      {t('others')}
    </ConfirmButton>
  );
}

/** Ends sessions and shows the result. */
function useEnding() {
  const { t } = useTranslation(sessionsTexts);
  const { send, failed } = useRequest();
  const queries = useQueryClient();
  const [note, setNote] = useState<string | null>(null);
  const end = useCallback(
    async ({ id }: OpenSession): Promise<void> => {
      const outcome = await send({
        path: '/api/v1/admin/sessions/{id}',
        method: 'DELETE',
        params: { id },
      });
      const isGone = outcome.kind === 'refused' && outcome.status === 404;
      if (outcome.kind === 'answered') setNote(t('others.ended', { count: 1 }));
      else setNote(isGone ? t('gone') : null);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
    [send, queries, t],
  );
  const endOthers = async (): Promise<void> => {
    const outcome = await send({ path: '/api/v1/admin/sessions', method: 'DELETE' });
    setNote(outcome.kind === 'answered' ? t('others.ended', { count: outcome.value.ended }) : null);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const isGone = failed?.kind === 'refused' && failed.status === 404;
  return { end, endOthers, note, failed: isGone ? null : failed };
}

type Column = DataColumn<OpenSession>;
type T = TFunction<'sessions'>;

export interface SessionColumns {
  readonly t: T;
  readonly language: string;
  readonly onEnd: (session: OpenSession) => Promise<void>;
}

export function sessionColumns({ t, language, onEnd }: SessionColumns): readonly Column[] {
  return [
    {
      id: 'user',
      title: t('column.user'),
      width: 1.3,
      cell: ({ username, current }) => (
        <Group gap="xs">
          <Text component="span" size="sm" fw={600}>
            {username}
          </Text>
          {current && <ToneBadge tone="good">{t('current')}</ToneBadge>}
        </Group>
      ),
    },
    ...instants(t),
    {
      id: 'action',
      title: t('column.action'),
      width: 0.8,
      align: 'end',
      cell: (session) =>
        session.current ? (
          '–'
        ) : (
          <ConfirmButton
            aria-label={t('end.label', { started: sayInstant(session.created_at, language) })}
            question={t('end.question')}
            confirm={t('end.confirm')}
            onConfirm={() => onEnd(session)}
          >
            {t('end')}
          </ConfirmButton>
        ),
    },
  ];
}

function instants(t: T): readonly Column[] {
  const fields = {
    seen: 'last_seen_at',
    started: 'created_at',
    idle: 'idle_until',
    expires: 'expires_at',
  } as const;
  return (['seen', 'started', 'idle', 'expires'] as const).map((id) => ({
    id,
    title: t(`column.${id}`),
    cell: (session) => <InstantText at={session[fields[id]]} />,
  }));
}
