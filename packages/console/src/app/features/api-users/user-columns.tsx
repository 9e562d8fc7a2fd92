import { Code, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ApiUser } from '../../api/responses.ts';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import { QuotaBar, takenCredits, UserLimits } from './quota-bar.tsx';

type Column = DataColumn<ApiUser>;
type T = TFunction<'api-users'>;

export function userColumns(t: T): readonly Column[] {
  const name: Column = {
    id: 'name',
    title: t('column.name'),
    width: 1.5,
    sortBy: (user) => user.name,
    cell: (user) => (
      <Group gap="xs">
        <Text component="span" size="sm" fw={600}>
          {user.name}
        </Text>
        {!user.enabled && <ToneBadge tone="quiet">{t('disabled')}</ToneBadge>}
      </Group>
    ),
  };
  return [name, ...figures(t)];
}

function figures(t: T): readonly Column[] {
  return [
    {
      id: 'key',
      title: t('column.key'),
      width: 1.2,
      cell: ({ key_hint }) => <Code>{key_hint}</Code>,
    },
    {
      id: 'quota',
      title: t('column.quota'),
      width: 1.4,
      sortBy: takenCredits,
      cell: (user) => <QuotaBar user={user} />,
    },
    {
      id: 'limits',
      title: t('column.limits'),
      cell: (user) => <UserLimits user={user} t={t} />,
    },
    {
      id: 'created',
      title: t('column.created'),
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <InstantText at={created_at} />,
    },
    {
      id: 'used',
      title: t('column.used'),
      sortBy: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <InstantText at={last_used_at} never={t('never')} />,
    },
  ];
}
