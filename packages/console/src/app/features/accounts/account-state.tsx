import { Text } from '@mantine/core';
import type { PoolAccount } from '../../api/responses.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import { useNow } from '../../shell/use-now.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { accountsTexts } from './accounts-texts.ts';
import { useProviderDetail } from './accounts-query.ts';
import { explainState } from './explain-state.ts';

/** The state of an account in a word, and below it why and what to do. */
export function AccountState({ account }: { readonly account: PoolAccount }) {
  const { t } = useTexts(accountsTexts);
  const now = useNow(account.provider_unavailable_until === null ? null : 5000);
  const endpoint = useProviderDetail(account.endpoint);
  const { tone, word, text, values, until } = explainState(account, now, endpoint);
  return (
    <div>
      <ToneBadge tone={tone}>{t(word)}</ToneBadge>
      <Text size="xs" c="dimmed" mt={4}>
        {t(text, values)}
        {until !== null && (
          <>
            {' '}
            <InstantText at={until} />
          </>
        )}
      </Text>
    </div>
  );
}
