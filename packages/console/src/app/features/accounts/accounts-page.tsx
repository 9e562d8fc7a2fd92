import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  AccountTest,
  AddedAccount,
  PoolAccount,
  ProviderDetail,
} from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRequest } from '../../api/use-request.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useNow } from '../../shell/use-now.ts';
import { useOpened } from '../../shell/use-opened.ts';
import { emptyDraft, newAccountBody, newBodyOf } from './account-draft.ts';
import { accountColumns } from './account-columns.tsx';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountForm } from './account-form.tsx';
import { accountsQuery, useDetailOf } from './accounts-query.ts';
import { takesWork } from './explain-state.ts';
import { accountsTexts } from '../../texts/accounts.ts';
import { formsTexts } from '../../texts/forms.ts';

/** The account pool with the state of each account and its reason. */
export function AccountsPage() {
  const { t } = useTranslation(accountsTexts);
  const { data: accounts, error, refetch } = useQuery(accountsQuery(useApi()));
  const [isAdding, setAdding] = useState(false);
  const [firstTest, setFirstTest] = useState<AccountTest | null>(null);
  const { deleted, ...opened } = useOpenedAccount();
  return (
    <Stack>
      <PageHeading title={t('title')}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </PageHeading>
      <Text c="dimmed" size="sm" role="status">
        {deleted === null ? (
          <Summary accounts={accounts ?? []} />
        ) : (
          t('deleted', { label: deleted })
        )}
      </Text>
      {error !== null && <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />}
      {accounts !== undefined && (
        <>
          <Accounts accounts={accounts} onOpen={opened.open} onAdd={() => setAdding(true)} />
          <OpenedAccount accounts={accounts} firstTest={firstTest} {...opened} />
        </>
      )}
      {isAdding && (
        <NewAccountDialog
          onClose={() => setAdding(false)}
          onAdded={({ account, test }) => {
            setAdding(false);
            setFirstTest(test === null ? null : { ...test, account });
            opened.open(account.id);
          }}
        />
      )}
    </Stack>
  );
}

/** The open account, kept in the address, and the label of the account deleted last. */
function useOpenedAccount() {
  const { id, open, close } = useOpened('account');
  const [deleted, setDeleted] = useState<string | null>(null);
  return {
    id,
    deleted,
    open: (next: string): void => {
      open(next);
      setDeleted(null);
    },
    close: (label: string | null): void => {
      close();
      setDeleted(label);
    },
  };
}

type Opened = ReturnType<typeof useOpenedAccount>;

interface OpenedAccountProps extends Pick<Opened, 'id' | 'close'> {
  readonly accounts: readonly PoolAccount[];
  readonly firstTest: AccountTest | null;
}

function OpenedAccount({ accounts, firstTest, id, close }: OpenedAccountProps) {
  if (id === undefined) return null;
  return (
    <AccountDrawer
      id={id}
      account={accounts.find((one) => one.id === id)}
      firstTest={firstTest?.account.id === id ? firstTest : null}
      onClose={() => close(null)}
      onDeleted={close}
    />
  );
}

function Summary({ accounts }: { readonly accounts: readonly PoolAccount[] }) {
  const { t } = useTranslation(accountsTexts);
  const sum = (of: (account: PoolAccount) => number): number =>
    accounts.reduce((all, account) => all + of(account), 0);
  const now = useNow(5000);
  if (accounts.length === 0) return null;
  return t('summary', {
    ready: accounts.filter((account) => takesWork(account, now)).length,
    all: accounts.length,
    busy: sum(({ busy }) => busy),
    slots: sum(slotsOf),
  });
}

/** Slots of an account. For an account that accepts no jobs, only those occupied by running jobs. */
function slotsOf({ state, concurrency, busy }: PoolAccount): number {
  return state === 'makes_nothing' || state === 'untested' ? busy : concurrency;
}

interface AccountsProps {
  readonly accounts: readonly PoolAccount[];
  readonly onOpen: (id: string) => void;
  readonly onAdd: () => void;
}

function Accounts({ accounts, onOpen, onAdd }: AccountsProps) {
  const { t } = useTranslation(accountsTexts);
  const [{ account, sort }, change] = useAddress();
  const columns = useMemo(() => accountColumns(t), [t]);
  if (accounts.length === 0)
    return (
      <EmptyState
        icon="pool"
        title={t('empty.title')}
        action={<Button onClick={onAdd}>{t('add')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={accounts}
      idOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      openedId={account}
      sort={sort}
      onSort={(order) => change({ sort: order })}
      minWidth={860}
    />
  );
}

/** True when the provider offers no login test without a paid job. */
const isUntestable = (endpoint: ProviderDetail | undefined): boolean =>
  endpoint?.can_be_tested === false;

export interface NewAccountDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (added: AddedAccount) => void;
}

export function NewAccountDialog({ onClose, onAdded }: NewAccountDialogProps) {
  const { t } = useTranslation(accountsTexts);
  const { t: word } = useTranslation(formsTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  const detailOf = useDetailOf();
  return (
    <CentreDialog title={t('add')} onClose={onClose}>
      <AccountForm
        initial={emptyDraft}
        schema={newAccountBody}
        bodyOf={newBodyOf}
        submitOf={(endpoint) => t(isUntestable(endpoint) ? 'add.untested' : 'add.tested')}
        onSubmit={async (settings) => {
          const path = '/api/v1/admin/accounts';
          const endpoint = detailOf(typeof settings.endpoint === 'string' ? settings.endpoint : '');
          const body = { ...settings, ...(isUntestable(endpoint) && { without_test: true }) };
          const outcome = await send({ path, method: 'POST', body });
          if (outcome.kind !== 'answered') return outcome;
          await queries.invalidateQueries({ queryKey: ['accounts'] });
          onAdded(outcome.value);
          return outcome;
        }}
      >
        <Button variant="default" onClick={onClose}>
          {word('cancel')}
        </Button>
      </AccountForm>
    </CentreDialog>
  );
}
