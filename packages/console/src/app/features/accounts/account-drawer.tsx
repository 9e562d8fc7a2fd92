import { Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PoolAccount } from '../../api/answers.ts';
import { accountChangeBody } from './account-bodies.ts';
import { useRequest } from '../../api/use-request.ts';
import { formTexts } from '../../forms/form-texts.ts';
import { SideDrawer } from '../../shell/side-drawer.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { AccountActions } from './account-actions.tsx';
import { changeBodyOf, draftOf } from './account-draft.ts';
import { AccountFacts } from './account-facts.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountState } from './account-state.tsx';
import { AccountTestPart } from './account-test-part.tsx';
import { accountsTexts } from './accounts-texts.ts';
import { useProviderDetail } from './provider-detail.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { providerTexts } from './provider-texts.ts';

export interface AccountDrawerProps {
  readonly id: string;
  /** Undefined where there is no such account, or no longer. */
  readonly account: PoolAccount | undefined;
  readonly onClose: () => void;
  readonly onDeleted: (label: string) => void;
}

/** All there is to know and to do about one account. */
export function AccountDrawer({ id, account, onClose, onDeleted }: AccountDrawerProps) {
  const { t } = useTexts(accountsTexts);
  return (
    <SideDrawer title={account?.label ?? id} onClose={onClose} size="lg">
      {account === undefined ? (
        <Text>{t('gone')}</Text>
      ) : (
        <Stack gap="lg">
          <AccountState account={account} />
          <AccountActions account={account} onDeleted={onDeleted} />
          <AccountTestPart account={account} />
          <AccountFacts account={account} />
          <AccountProvider account={account} />
          <AccountSettings key={account.id} account={account} />
        </Stack>
      )}
    </SideDrawer>
  );
}

/** What is promised where it belongs; nothing of a place that the settings no longer name. */
function AccountProvider({ account: { provider } }: { readonly account: PoolAccount }) {
  const { t } = useTexts(providerTexts);
  const detail = useProviderDetail(provider);
  if (detail === undefined) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('at', { provider })}
      </Title>
      <ProviderFacts detail={detail} />
    </section>
  );
}

function AccountSettings({ account }: { readonly account: PoolAccount }) {
  const { t } = useTexts(accountsTexts);
  const { t: word } = useTexts(formTexts);
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
        submit={word('save')}
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
