import { Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { PoolAccount } from '../../api/responses.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import { useNow } from '../../shell/use-now.ts';
import { useProviderDetail } from './accounts-query.ts';
import { explainState } from './explain-state.ts';
import { accountsTexts } from '../../texts/accounts.ts';

/** State of an account with its reason and the next step below. */
export function AccountState({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const now = useNow(account.provider_unavailable_until === null ? null : 5000);
  const endpoint = useProviderDetail(account.endpoint);
  const { tone, word, text, values, until } = explainState(account, now, endpoint);
  return (
    <div>
      <ToneBadge tone={tone}>{t(word)}</ToneBadge>
      <Text size="xs" c="dimmed" mt={4}>
        <Trans
          t={t}
          i18nKey={text}
          values={values}
          components={{ until: <InstantText at={until} /> }}
        />
      </Text>
      {account.last_error !== null && (
        <Text size="xs" c="dimmed">
          <Trans
            t={t}
            i18nKey="last-error"
            values={{ reason: account.last_error }}
            components={{ said: <span lang="en" /> }}
          />
        </Text>
      )}
    </div>
  );
}
