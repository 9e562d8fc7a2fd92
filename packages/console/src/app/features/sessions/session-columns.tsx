import { Group, Text } from '@mantine/core';
import type { OpenSession } from '../../api/answers.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { sayInstant } from '../../shell/say-time.ts';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import type { Translate } from '../../texts/use-texts.ts';
import type { sessionsTexts } from './sessions-texts.ts';

type Column = DataColumn<OpenSession>;
type T = Translate<(typeof sessionsTexts)['en']>;

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
