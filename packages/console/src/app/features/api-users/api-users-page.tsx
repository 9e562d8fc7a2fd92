import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiUser, ApiUserWithKey } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRequest } from '../../api/use-request.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useOpened } from '../../shell/use-opened.ts';
import { type Pages, usePages } from '../../shell/use-pages.ts';
import { addressesQuery } from './addresses-query.ts';
import { KeyDialog, type ShownKey } from './key-dialog.tsx';
import { newApiUserBody } from './user-bodies.ts';
import { userColumns } from './user-columns.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UserForm } from './user-form.tsx';
import { apiUsersTexts } from '../../texts/api-users.ts';
import { formsTexts } from '../../texts/forms.ts';

const everyMs = 5000;

/** Users of the Video Task API: keys, limits, usage. */
export function ApiUsersPage() {
  const { t } = useTranslation(apiUsersTexts);
  const [{ q = '' }, change] = useAddress();
  const opened = useOpened('user');
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownKey | null>(null);
  const users = useUsers(useDeferredValue(q));
  // Loaded early, so that the example call is ready when the new key is shown.
  useQuery(addressesQuery(useApi()));
  return (
    <Stack>
      <PageHeading title={t('title')}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
          {t('new')}
        </Button>
      </PageHeading>
      <UserSearch value={q} onChange={(text) => change({ q: text })} />
      {users.failed !== null && <FailureNotice failed={users.failed} onRetry={users.retry} />}
      <Users users={users} onNew={() => setMaking(true)} />
      {isMaking && (
        <NewUserDialog
          onClose={() => setMaking(false)}
          onCreated={(created) => {
            setMaking(false);
            setShown({ ...created, isReplacement: false });
          }}
        />
      )}
      {opened.id !== undefined && (
        <UserDrawer
          id={opened.id}
          listed={users.rows.find(({ id }) => id === opened.id)}
          onClose={opened.close}
          onKey={setShown}
        />
      )}
      {shown !== null && <KeyDialog shown={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

function useUsers(text: string): Pages<ApiUser> {
  const api = useApi();
  return usePages({
    key: ['api-users'],
    read: (query, signal) => api.ask({ path: '/api/v1/admin/api-users', query, signal }),
    filters: { text },
    everyMs,
  });
}

interface UserSearchProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function UserSearch({ value, onChange }: UserSearchProps) {
  const { t } = useTranslation(apiUsersTexts);
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={t('search.placeholder')}
      leftSection={<Icon name="search" />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface UsersProps {
  readonly users: Pages<ApiUser>;
  readonly onNew: () => void;
}

function Users({ users, onNew }: UsersProps) {
  const { t } = useTranslation(apiUsersTexts);
  const [{ sort }, change] = useAddress();
  const opened = useOpened('user');
  const columns = useMemo(() => userColumns(t), [t]);
  if (users.rows.length > 0)
    return (
      <DataTable
        label={t('table')}
        columns={columns}
        rows={users.rows}
        idOf={({ id }) => id}
        onOpen={({ id }) => opened.open(id)}
        openedId={opened.id}
        sort={sort}
        onSort={(order) => change({ sort: order })}
        onEnd={users.readMore}
        isReadingMore={users.isReadingMore}
      />
    );
  return users.isLoading || users.failed !== null ? null : <NoUsers onNew={onNew} />;
}

/** Empty state: no API users yet, or none matching the search. */
function NoUsers({ onNew }: Pick<UsersProps, 'onNew'>) {
  const { t } = useTranslation(apiUsersTexts);
  const [{ q = '' }] = useAddress();
  return q === '' ? (
    <EmptyState
      icon="key"
      title={t('empty.title')}
      action={<Button onClick={onNew}>{t('new')}</Button>}
    >
      {t('empty.text')}
    </EmptyState>
  ) : (
    <NoneFits title={t('none.title')} none={{ q: undefined }}>
      {t('none.text')}
    </NoneFits>
  );
}

export interface NewUserDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: ApiUserWithKey) => void;
}

export function NewUserDialog({ onClose, onCreated }: NewUserDialogProps) {
  const { t } = useTranslation(apiUsersTexts);
  const { t: word } = useTranslation(formsTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  return (
    <CentreDialog title={t('new')} onClose={onClose}>
      <UserForm
        initial={{ name: '', total_limit: '', max_open_jobs: '', max_requests_per_minute: '' }}
        schema={newApiUserBody}
        submit={t('create')}
        onSubmit={async (body) => {
          const path = '/api/v1/admin/api-users';
          const outcome = await send({ path, method: 'POST', body });
          if (outcome.kind !== 'answered') return outcome;
          void queries.invalidateQueries({ queryKey: ['api-users'] });
          onCreated(outcome.value);
          return outcome;
        }}
      >
        <Button variant="default" onClick={onClose}>
          {word('cancel')}
        </Button>
      </UserForm>
    </CentreDialog>
  );
}
