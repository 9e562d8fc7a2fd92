import { Text } from '@mantine/core';
import type { PoolAccount } from '../../api/answers.ts';
import { Bar } from '../../shell/bar.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { accountsTexts } from './accounts-texts.ts';

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
