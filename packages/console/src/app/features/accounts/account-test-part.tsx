import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountTest, PoolAccount } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { sayMoney } from '../../shell/say-money.ts';
import { defineTexts } from '../../texts/define-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** A look at an account at its provider. */
const accountTestTexts = defineTexts('account-test', {
  en: {
    test: 'Test',
    help: 'Logs in at the provider and reads the balance. It makes nothing and costs nothing.',
    ready: 'The provider answers, and the login holds.',
    credits: 'Balance: {{balance}}.',
    'no-credits': 'It tells no balance.',
    assumed:
      'This provider offers nothing that can be asked without ordering a video, so the login was not tested.',
    untested: 'Take jobs without a test',
    'untested.question':
      'Let {{label}} take jobs although its provider has not accepted the login? If the login is wrong, the first jobs are refused there.',
    reason: 'The reason:',
    login_required: 'The provider refused the login. Replace the secret and test again.',
    unreadable: 'The provider could not be asked. The account is left as it was; try again later.',
  },
  zh: {
    test: '测试',
    help: '登录服务商并读取余额，不制作任何内容，也不产生费用。',
    ready: '服务商有应答，登录有效。',
    credits: '余额：{{balance}}。',
    'no-credits': '该服务商不提供余额。',
    assumed: '该服务商没有不下单即可查询的内容，因此未测试登录。',
    untested: '不测试直接接任务',
    'untested.question':
      '服务商尚未确认“{{label}}”的登录，仍让它接任务吗？登录有误时，最先的任务会被拒绝。',
    reason: '原因：',
    login_required: '服务商拒绝了登录。请更换凭据后重新测试。',
    unreadable: '无法查询服务商，账号保持原状，请稍后再试。',
  },
});

interface AccountTestPartProps {
  readonly account: PoolAccount;
  /** What a test found already; null where there was none. */
  readonly firstTest: AccountTest | null;
}

/** Looks at an account at its provider, and shows what came back. */
export function AccountTestPart({ account, firstTest }: AccountTestPartProps) {
  const { t } = useTexts(accountTestTexts);
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
          {t('test')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('help')}
        </Text>
      </Group>
      <div role="status">{found !== null && <TestResult found={found} />}</div>
      {account.state === 'untested' && <WithoutTest account={account} />}
      {failed !== null && <FailureNotice failed={failed} />}
    </Stack>
  );
}

/** Lets an account take jobs on an operator's word. */
function WithoutTest({ account: { id, label } }: Pick<AccountTestPartProps, 'account'>) {
  const { t } = useTexts(accountTestTexts);
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
        question={t('untested.question', { label })}
        style={{ alignSelf: 'flex-start' }}
        onConfirm={trust}
      >
        {t('untested')}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
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
