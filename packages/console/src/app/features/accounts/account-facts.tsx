import { Code, Text } from '@mantine/core';
import type { PoolAccount } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { CopyButton } from '../../shell/copy-button.tsx';
import { FactList, type FactListProps } from '../../shell/fact-list.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { defineTexts } from '../../texts/define-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { SlotHolders } from '../jobs/slot-holders.tsx';
import { accountsTexts } from './accounts-texts.ts';

/** What refusals taught about an account. */
const learnedTexts = defineTexts('account-learnt', {
  en: {
    'learned.model': '{{model}}: at most',
    'learned.rests': 'rests until',
    'learned.away': '{{family}} by {{model}}: away until',
    'learned.help': 'learned from refusals; a test that succeeds ends it',
  },
  zh: {
    'learned.model': '{{model}}：同时最多',
    'learned.rests': '暂停至',
    'learned.away': '{{family}}（{{model}}）：避开至',
    'learned.help': '由拒绝得知；测试成功后解除',
  },
});

/** What is known of an account. */
export function AccountFacts({ account }: { readonly account: PoolAccount }) {
  return <FactList facts={useFacts(account)} />;
}

function useFacts(account: PoolAccount): FactListProps['facts'] {
  const { t, language } = useTexts(accountsTexts);
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
    [t('endpoint'), account.endpoint],
    [t('secret'), t(account.has_secret ? 'secret.stored' : 'secret.missing')],
    [
      t('id'),
      <span key="id">
        <Code>{account.id}</Code> <CopyButton text={account.id} size="compact-xs" />
      </span>,
    ],
  ];
}

/** What refusals taught about it; nothing where they taught nothing. */
function useLearnedFacts({ learned }: PoolAccount): FactListProps['facts'] {
  const { t } = useTexts(learnedTexts);
  const instant = (at: string) => <InstantText at={at} isFull />;
  return [
    ...learned.models.map(({ model, at_most, rests_until }): FactListProps['facts'][number] => [
      t('learned.model', { model }),
      <span key={model} title={t('learned.help')}>
        {at_most}
        {rests_until !== null && (
          <>
            , {t('learned.rests')} {instant(rests_until)}
          </>
        )}
      </span>,
    ]),
    ...learned.away.map(({ family, model, until }): FactListProps['facts'][number] => [
      t('learned.away', { family, model }),
      <span key={`${family} ${model}`} title={t('learned.help')}>
        {instant(until)}
      </span>,
    ]),
  ];
}

/** The account's budget, and how much of it is paid. */
function AccountBudget({ account }: { readonly account: PoolAccount }) {
  const { t, language } = useTexts(accountsTexts);
  const { budget, paid, unit } = account;
  if (budget === null) return t('budget.none');
  const values = {
    paid: sayMoney(paid[budget.per], unit, language),
    budget: sayMoney(budget.amount, unit, language),
    per: t(`budget.per.${budget.per}`),
  };
  return <span>{t('budget.of', values)}</span>;
}

/** The balance, and how old the figure is: an old one may be wrong. */
export function AccountCredits({ account }: { readonly account: PoolAccount }) {
  const { t, language } = useTexts(accountsTexts);
  const { credits, credits_source: source, credits_checked_at: checkedAt } = account;
  return (
    <div>
      <span>
        {credits === null ? t('credits.unknown') : sayMoney(credits, account.unit, language)}
      </span>
      {credits !== null && checkedAt !== null && (
        <Text size="xs" c="dimmed">
          {t(source === 'operator' ? 'credits.stated' : 'credits.read')}{' '}
          <InstantText at={checkedAt} />
        </Text>
      )}
    </div>
  );
}

/** Slots in use, of those there are. */
export function AccountLoad({ account }: { readonly account: PoolAccount }) {
  const { t } = useTexts(accountsTexts);
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

/** Families in words; `*` is all of them. */
export function sayFamilies(families: readonly string[], all: string): string {
  return families.includes('*') ? all : families.join(', ');
}
