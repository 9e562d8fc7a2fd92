import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PoolAccount } from '../../api/responses.ts';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { AccountCredits, AccountLoad, sayFamilies } from './account-facts.tsx';
import { AccountState } from './account-state.tsx';
import { useProviderDetail } from './accounts-query.ts';
import { losesImages } from './provider-facts.tsx';
import { accountsTexts } from '../../texts/accounts.ts';

/** Label and provider of an account, with the provider's guarantee after a lost response. */
function AccountName({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const detail = useProviderDetail(account.endpoint);
  return (
    <div>
      <Text size="sm" fw={600}>
        {account.label}
      </Text>
      <Text size="xs" c="dimmed">
        {account.endpoint}
      </Text>
      {detail !== undefined && (
        <Text size="xs" c="dimmed">
          {t('provider.lost-answer', { found: t(`provider.finds.${detail.finds_by}`) })}
          {losesImages(detail) && t('provider.lost-answer.images')}
        </Text>
      )}
    </div>
  );
}

type Column = DataColumn<PoolAccount>;

export function accountColumns(t: TFunction<'accounts'>): readonly Column[] {
  const label: Column = {
    id: 'label',
    title: t('column.label'),
    width: 1.7,
    sortBy: (account) => account.label,
    cell: (account) => <AccountName account={account} />,
  };
  const state: Column = {
    id: 'state',
    title: t('column.state'),
    width: 1.8,
    sortBy: (account) => account.state,
    cell: (account) => <AccountState account={account} />,
  };
  return [label, state, ...figures(t)];
}

function figures(t: TFunction<'accounts'>): readonly Column[] {
  return [
    {
      id: 'load',
      title: t('column.load'),
      sortBy: ({ busy, concurrency }) => busy / concurrency,
      cell: (account) => <AccountLoad account={account} />,
    },
    {
      id: 'credits',
      title: t('column.credits'),
      sortBy: ({ credits }) => credits,
      cell: (account) => <AccountCredits account={account} />,
    },
    {
      id: 'errors',
      title: t('column.errors'),
      width: 0.7,
      sortBy: ({ error_streak }) => error_streak,
      cell: ({ error_streak }) => error_streak,
    },
    {
      id: 'success',
      title: t('column.success'),
      sortBy: ({ last_success_at }) => last_success_at,
      cell: ({ last_success_at }) => <InstantText at={last_success_at} never={t('never')} />,
    },
    {
      id: 'families',
      title: t('column.families'),
      cell: ({ families }) => sayFamilies(families, t('families.all')),
    },
  ];
}
