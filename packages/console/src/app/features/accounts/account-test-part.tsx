import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountTest, PoolAccount } from '../../api/answers.ts';
import { useRequest } from '../../api/use-request.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { accountTestTexts } from './account-test-texts.ts';

/** Looks at an account at its provider, and shows what came back. */
export function AccountTestPart({ account }: { readonly account: PoolAccount }) {
  const { t } = useTexts(accountTestTexts);
  const { send, isSending, failed } = useRequest();
  const queries = useQueryClient();
  const [found, setFound] = useState<AccountTest | null>(null);
  const test = async (): Promise<void> => {
    const path = '/api/v1/admin/accounts/{id}/test';
    const outcome = await send({ path, method: 'POST', params: { id: account.id } });
    setFound(outcome.kind === 'answered' ? outcome.value : null);
    await queries.invalidateQueries({ queryKey: ['accounts'] });
  };
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <Button
          size="xs"
          loading={isSending}
          leftSection={<Icon name="check" size={15} />}
          style={{ flex: 'none' }}
          onClick={() => void test()}
        >
          {t('test')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('help')}
        </Text>
      </Group>
      <div role="status">{found !== null && <TestResult found={found} />}</div>
      {failed !== null && <FailureNotice failed={failed} />}
    </Stack>
  );
}

function TestResult({ found }: { readonly found: AccountTest }) {
  const { t } = useTexts(accountTestTexts);
  const { result, is_assumed: isAssumed, reason } = found;
  return (
    <Alert variant="default" icon={<Icon name={result === 'ready' ? 'check' : 'warning'} />}>
      <Text size="sm">{t(isAssumed ? 'assumed' : result)}</Text>
      {reason !== null && (
        <Text size="sm">
          {t('reason')} <span lang="en">{reason}</span>
        </Text>
      )}
      {result === 'ready' && !isAssumed && <Balance found={found} />}
    </Alert>
  );
}

function Balance({ found: { credits, account } }: { readonly found: AccountTest }) {
  const { t, language } = useTexts(accountTestTexts);
  return (
    <Text size="sm">
      {credits === null
        ? t('no-credits')
        : t('credits', { balance: sayMoney(credits, account.unit, language) })}
    </Text>
  );
}
