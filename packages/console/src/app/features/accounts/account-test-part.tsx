import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { AccountTest, PoolAccount } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { accountsTexts } from '../../texts/accounts.ts';
import { useLanguage } from '../../texts/use-language.ts';

interface AccountTestPartProps {
  readonly account: PoolAccount;
  /** Result of the first test; null without one. */
  readonly firstTest: AccountTest | null;
}

/** Tests an account at its provider and shows the result. */
export function AccountTestPart({ account, firstTest }: AccountTestPartProps) {
  const { t } = useTranslation(accountsTexts);
  const { send, isSending, failed } = useRequest();
  const queries = useQueryClient();
  const [found, setFound] = useState<AccountTest | null>(firstTest);
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
          {t('test.test')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('test.help')}
        </Text>
      </Group>
      <div role="status">{found !== null && <TestResult found={found} />}</div>
      {account.state === 'untested' && <WithoutTest account={account} />}
      {failed !== null && <FailureNotice failed={failed} />}
    </Stack>
  );
}

/** Enables an account without a test, on the operator's confirmation. */
function WithoutTest({ account: { id, label } }: Pick<AccountTestPartProps, 'account'>) {
  const { t } = useTranslation(accountsTexts);
  const { send, failed } = useRequest();
  const queries = useQueryClient();
  const trust = async (): Promise<void> => {
    const path = '/api/v1/admin/accounts/{id}';
    await send({ path, method: 'PATCH', params: { id }, body: { without_test: true } });
    await queries.invalidateQueries({ queryKey: ['accounts'] });
  };
  return (
    <>
      <ConfirmButton
        question={t('test.untested.question', { label })}
        style={{ alignSelf: 'flex-start' }}
        onConfirm={trust}
      >
        {t('test.untested')}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
  );
}

function TestResult({ found }: { readonly found: AccountTest }) {
  const { t } = useTranslation(accountsTexts);
  const { result, is_assumed: isAssumed, reason } = found;
  return (
    <Alert variant="default" icon={<Icon name={result === 'ready' ? 'check' : 'warning'} />}>
      <Text size="sm">{t(isAssumed ? 'test.assumed' : `test.${result}`)}</Text>
      {reason !== null && (
        <Text size="sm">
          <Trans
            t={t}
            i18nKey="test.reason"
            values={{ reason }}
            components={{ said: <span lang="en" /> }}
          />
        </Text>
      )}
      {result === 'ready' && !isAssumed && <Balance found={found} />}
    </Alert>
  );
}

function Balance({ found: { credits, account } }: { readonly found: AccountTest }) {
  const { t } = useTranslation(accountsTexts);
  const language = useLanguage();
  return (
    <Text size="sm">
      {credits === null
        ? t('test.no-credits')
        : t('test.credits', { balance: sayMoney(credits, account.unit, language) })}
    </Text>
  );
}
