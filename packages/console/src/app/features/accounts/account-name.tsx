import { Text } from '@mantine/core';
import type { PoolAccount } from '../../api/answers.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { providerTexts } from './provider-texts.ts';
import { useProviderDetail } from './provider-detail.ts';

/** The label of an account, where it belongs, and what is promised of a lost answer there. */
export function AccountName({ account }: { readonly account: PoolAccount }) {
  const { t } = useTexts(providerTexts);
  const detail = useProviderDetail(account.provider);
  return (
    <div>
      <Text size="sm" fw={600}>
        {account.label}
      </Text>
      <Text size="xs" c="dimmed">
        {account.provider}
      </Text>
      {detail !== undefined && (
        <Text size="xs" c="dimmed">
          {t('lost-answer', { found: t(`finds.${detail.finds_by}`) })}
        </Text>
      )}
    </div>
  );
}
