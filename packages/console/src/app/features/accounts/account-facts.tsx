import { Code, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { PoolAccount } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { CopyButton } from '../../shell/copy-button.tsx';
import { FactList, type FactListProps } from '../../shell/fact-list.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { SlotHolders } from '../jobs/slot-holders.tsx';
import { accountsTexts } from '../../texts/accounts.ts';
import { useLanguage } from '../../texts/use-language.ts';

export function AccountFacts({ account }: { readonly account: PoolAccount }) {
  return <FactList facts={useFacts(account)} />;
}

function useFacts(account: PoolAccount): FactListProps['facts'] {
  const { t } = useTranslation(accountsTexts);
  const language = useLanguage();
  const instant = (at: string | null) => <InstantText at={at} isFull never={t('never')} />;
  const cooling: FactListProps['facts'] =
    account.state === 'cooling' ? [[t('cooling'), instant(account.cooling_until)]] : [];
  return [
    [
      t('column.load'),
      <div key="load">
        <AccountLoad account={account} />
        {account.busy > 0 && (
          <Text size="xs">
            <SlotHolders accountId={account.id} use={account} />
          </Text>
        )}
      </div>,
    ],
    [t('column.credits'), <AccountCredits key="credits" account={account} />],
    [t('credits.reserved'), sayMoney(account.reserved_credits, account.unit, language)],
    [t('credits.held'), sayMoney(account.held_credits, account.unit, language)],
    [t('budget'), <AccountBudget key="budget" account={account} />],
    [t('paid.month'), sayMoney(account.paid.month, account.unit, language)],
    [t('paid.ever'), sayMoney(account.paid.ever, account.unit, language)],
    ...cooling,
    ...useLearnedFacts(account),
    [t('errors.row'), account.error_streak === 0 ? t('none') : account.error_streak],
    [t('column.success'), instant(account.last_success_at)],
    [t('last-used'), instant(account.last_used_at)],
    [t('column.families'), sayFamilies(account.families, t('families.all'))],
    [t('provider'), account.endpoint],
    [t('secret'), t(account.has_secret ? 'secret.stored' : 'secret.missing')],
    [
      t('id'),
      <span key="id">
        <Code>{account.id}</Code> <CopyButton text={account.id} size="compact-xs" />
      </span>,
    ],
  ];
}

function useLearnedFacts({ learned }: PoolAccount): FactListProps['facts'] {
  const { t } = useTranslation(accountsTexts);
  return [
    ...learned.models.map(({ model, at_most, rests_until }): FactListProps['facts'][number] => [
      t('learned.model', { model }),
      <span key={model} title={t('learned.help')}>
        {t('learned.most', { count: at_most })}
        {rests_until !== null && (
          <div>
            <Trans
              t={t}
              i18nKey="learned.rests"
              components={{ until: <InstantText at={rests_until} isFull /> }}
            />
          </div>
        )}
      </span>,
    ]),
    ...learned.away.map(({ family, model, until }): FactListProps['facts'][number] => [
      t('learned.away', { family, model }),
      <span key={`${family} ${model}`} title={t('learned.help')}>
        <Trans
          t={t}
          i18nKey="learned.away-until"
          components={{ until: <InstantText at={until} isFull /> }}
        />
      </span>,
    ]),
  ];
}

/** Budget of the account and the part already spent. */
function AccountBudget({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const language = useLanguage();
  const { budget, paid, unit } = account;
  if (budget === null) return t('budget.none');
  const values = {
    paid: sayMoney(paid[budget.per], unit, language),
    budget: sayMoney(budget.amount, unit, language),
  };
  return <span>{t(`budget.of.${budget.per}`, values)}</span>;
}

/** Balance with its age: an old figure may be wrong. */
export function AccountCredits({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const language = useLanguage();
  const { credits, credits_source: source, credits_checked_at: checkedAt } = account;
  return (
    <div>
      <span>
        {credits === null ? t('credits.unknown') : sayMoney(credits, account.unit, language)}
      </span>
      {credits !== null && checkedAt !== null && (
        <Text size="xs" c="dimmed">
          <Trans
            t={t}
            i18nKey={source === 'operator' ? 'credits.stated' : 'credits.read'}
            components={{ at: <InstantText at={checkedAt} /> }}
          />
        </Text>
      )}
    </div>
  );
}

/** Busy slots out of all slots. */
export function AccountLoad({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const { busy, concurrency: total } = account;
  return (
    <div>
      <Text size="xs" ff="inherit" mb={2}>
        {t('load', { busy, total })}
      </Text>
      <Bar
        label={t('column.load')}
        total={total}
        parts={[{ name: t('load.busy'), value: busy, tone: 'busy' }]}
      />
    </div>
  );
}

/** Names of the families; `*` means all. */
export function sayFamilies(families: readonly string[], all: string): string {
  return families.includes('*') ? all : families.join(', ');
}
