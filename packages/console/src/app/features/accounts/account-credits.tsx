import { Text } from '@mantine/core';
import type { PoolAccount } from '../../api/answers.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { accountsTexts } from './accounts-texts.ts';

/** The balance, and how old the figure is: an old one may be wrong. */
export function AccountCredits({ account }: { readonly account: PoolAccount }) {
  const { t, language } = useTexts(accountsTexts);
  const { credits, credits_source: source, credits_checked_at: checkedAt } = account;
  return (
    <div>
      <span>
        {credits === null ? t('credits.unknown') : sayMoney(credits, account.unit, language)}
      </span>
      {checkedAt !== null && (
        <Text size="xs" c="dimmed">
          {t(source === 'operator' ? 'credits.stated' : 'credits.read')}{' '}
          <InstantText at={checkedAt} />
        </Text>
      )}
    </div>
  );
}
