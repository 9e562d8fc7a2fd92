import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountTest, PoolAccount } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { SideDrawer } from '../../shell/side-drawer.tsx';
import { accountChangeBody, changeBodyOf, draftOf } from './account-draft.ts';
import { AccountFacts } from './account-facts.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountState } from './account-state.tsx';
import { AccountTestPart } from './account-test-part.tsx';
import { useProviderDetail } from './accounts-query.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { accountsTexts } from '../../texts/accounts.ts';
import { formsTexts } from '../../texts/forms.ts';

export interface AccountDrawerProps {
  readonly id: string;
  /** Undefined for an unknown or deleted account. */
  readonly account: PoolAccount | undefined;
  /** Result of the first test, for an account added just now; otherwise null. */
  readonly firstTest: AccountTest | null;
  readonly onClose: () => void;
  readonly onDeleted: (label: string) => void;
}

/** Details and actions of one account. */
export function AccountDrawer(props: AccountDrawerProps) {
  const { id, account, firstTest, onClose, onDeleted } = props;
  const { t } = useTranslation(accountsTexts);
  return (
    <SideDrawer title={account?.label ?? id} onClose={onClose} size="lg">
      {account === undefined ? (
        <Text>{t('gone')}</Text>
      ) : (
        <Stack gap="lg">
          <AccountState account={account} />
          <AccountActions account={account} onDeleted={onDeleted} />
          <AccountTestPart key={account.id} account={account} firstTest={firstTest} />
          <AccountFacts account={account} />
          <AccountProvider account={account} />
          <AccountSettings key={account.id} account={account} />
        </Stack>
      )}
    </SideDrawer>
  );
}

/** Guarantees of the account's provider; nothing for a provider that the settings no longer contain. */
function AccountProvider({ account: { endpoint } }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const detail = useProviderDetail(endpoint);
  if (detail === undefined) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('provider.at', { endpoint })}
      </Title>
      <ProviderFacts detail={detail} />
    </section>
  );
}

function AccountSettings({ account }: { readonly account: PoolAccount }) {
  const { t } = useTranslation(accountsTexts);
  const { t: word } = useTranslation(formsTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  const initial = draftOf(account);
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('settings')}
      </Title>
      <AccountForm
        initial={initial}
        schema={accountChangeBody}
        bodyOf={(draft) => changeBodyOf(initial, draft)}
        submitOf={() => word('save')}
        existing={account}
        onSubmit={async (body) => {
          const path = '/api/v1/admin/accounts/{id}';
          const outcome = await send({ path, method: 'PATCH', params: { id: account.id }, body });
          await queries.invalidateQueries({ queryKey: ['accounts'] });
          return outcome;
        }}
      />
    </section>
  );
}

interface AccountActionsProps {
  readonly account: PoolAccount;
  /** Called when the account is deleted at once, because no job was running on it. */
  readonly onDeleted: (label: string) => void;
}

/** Pause, resume and delete. An account that is being deleted has no actions. */
function AccountActions({ account, onDeleted }: AccountActionsProps) {
  const { t } = useTranslation(accountsTexts);
  const { failed, isSending, setEnabled, remove } = useAccountActions(account, onDeleted);
  const { label, busy, enabled, state } = account;
  if (state === 'draining') return null;
  return (
    <Stack gap="sm">
      <Group gap="sm" role="group" aria-label={t('actions')}>
        {enabled ? (
          <ConfirmButton
            question={t('pause.question', { label })}
            onConfirm={() => setEnabled(false)}
            leftSection={<Icon name="pause" size={15} />}
          >
            {t('pause')}
          </ConfirmButton>
        ) : (
          <Button
            size="xs"
            loading={isSending}
            leftSection={<Icon name="play" size={15} />}
            onClick={() => void setEnabled(true)}
          >
            {t('resume')}
          </Button>
        )}
        <ConfirmButton
          question={
            busy === 0 ? t('delete.idle', { label }) : t('delete.running', { label, count: busy })
          }
          onConfirm={remove}
          leftSection={<Icon name="trash" size={15} />}
        >
          {t('delete')}
        </ConfirmButton>
      </Group>
      {failed !== null && <FailureNotice failed={failed} />}
    </Stack>
  );
}

function useAccountActions(account: PoolAccount, onDeleted: AccountActionsProps['onDeleted']) {
  const { send, failed, isSending } = useRequest();
  const queries = useQueryClient();
  const path = '/api/v1/admin/accounts/{id}';
  const params = { id: account.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['accounts'] });
  return {
    failed,
    isSending,
    setEnabled: async (enabled: boolean) => {
      await send({ path, method: 'PATCH', params, body: { enabled } });
      await readAgain();
    },
    remove: async () => {
      const outcome = await send({ path, method: 'DELETE', params });
      await readAgain();
      // A draining account is returned; a deleted one is null.
      if (outcome.kind === 'answered' && outcome.value === null) onDeleted(account.label);
    },
  };
}
