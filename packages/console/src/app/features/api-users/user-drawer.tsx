import { Alert, Code, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiUser } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { useRequest } from '../../api/use-request.ts';
import { CopyButton } from '../../shell/copy-button.tsx';
import { FactList } from '../../shell/fact-list.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { SideDrawer } from '../../shell/side-drawer.tsx';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import type { ShownKey } from './key-dialog.tsx';
import { isAtLimit, QuotaBar, UserLimits } from './quota-bar.tsx';
import { UserAccess } from './user-access.tsx';
import { apiUserChangeBody } from './user-bodies.ts';
import { ErasureProgress, UserErasure } from './user-erasure.tsx';
import { UserForm } from './user-form.tsx';
import { apiUsersTexts } from '../../texts/api-users.ts';
import { formsTexts } from '../../texts/forms.ts';

/** One API user by id, independent of the list; null for an unknown id. */
function userQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['api-users', 'one', id],
    refetchInterval: 5000,
    queryFn: async ({ signal }): Promise<ApiUser | null> => {
      const path = '/api/v1/admin/api-users';
      const { data } = valueOf(await api.ask({ path, query: { text: id }, signal }));
      return data.find((user) => user.id === id) ?? null;
    },
  });
}

export interface UserDrawerProps {
  readonly id: string;
  /** The user as in the list, until the server's response arrives. */
  readonly listed: ApiUser | undefined;
  readonly onClose: () => void;
  readonly onKey: (shown: ShownKey) => void;
}

/** Details and actions of one API user. */
export function UserDrawer({ id, listed, onClose, onKey }: UserDrawerProps) {
  const { t } = useTranslation(apiUsersTexts);
  const { data, error } = useQuery(userQuery(useApi(), id));
  const user = data ?? listed;
  return (
    <SideDrawer title={user?.name ?? id} onClose={onClose} size="md">
      <Stack gap="lg">
        {error !== null && <FailureNotice failed={failedOf(error)} />}
        {data === null && <Text>{t('gone')}</Text>}
        {user !== undefined && data !== null && (
          <>
            <UserFacts user={user} />
            <UserQuota user={user} />
            <ErasureProgress user={user} />
            {user.erasure === null && (
              <>
                <UserSettings key={user.id} user={user} />
                <UserAccess user={user} onKey={onKey} />
                <UserErasure key={`erase ${user.id}`} user={user} />
              </>
            )}
          </>
        )}
      </Stack>
    </SideDrawer>
  );
}

function UserFacts({ user }: { readonly user: ApiUser }) {
  const { t } = useTranslation(apiUsersTexts);
  return (
    <Stack gap="sm">
      <div>
        <ToneBadge tone={user.enabled ? 'good' : 'quiet'}>
          {t(user.enabled ? 'enabled' : 'disabled')}
        </ToneBadge>
      </div>
      <FactList
        facts={[
          [t('column.key'), <Code key="key">{user.key_hint}</Code>],
          [
            t('column.used'),
            <InstantText key="used" at={user.last_used_at} isFull never={t('never')} />,
          ],
          [t('column.limits'), <UserLimits key="limits" user={user} t={t} />],
          [t('column.created'), <InstantText key="created" at={user.created_at} isFull />],
          [
            t('id'),
            <span key="id">
              <Code>{user.id}</Code> <CopyButton text={user.id} size="compact-xs" />
            </span>,
          ],
        ]}
      />
    </Stack>
  );
}

function UserQuota({ user }: { readonly user: ApiUser }) {
  const { t } = useTranslation(apiUsersTexts);
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('column.quota')}
      </Title>
      <QuotaBar user={user} withLegend />
      <Text size="xs" c="dimmed" mt="xs">
        {t('quota.help')}
      </Text>
      {isAtLimit(user) && (
        <Alert variant="default" mt="sm">
          {t('quota.over')}
        </Alert>
      )}
    </section>
  );
}

function UserSettings({ user }: { readonly user: ApiUser }) {
  const { t } = useTranslation(apiUsersTexts);
  const { t: word } = useTranslation(formsTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  const path = '/api/v1/admin/api-users/{id}';
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('settings')}
      </Title>
      <UserForm
        initial={{
          name: user.name,
          total_limit: user.total_limit ?? '',
          max_open_jobs: user.max_open_jobs ?? '',
          max_requests_per_minute: user.max_requests_per_minute ?? '',
        }}
        schema={apiUserChangeBody}
        submit={word('save')}
        onSubmit={async (body) => {
          const outcome = await send({ path, method: 'PATCH', params: { id: user.id }, body });
          await queries.invalidateQueries({ queryKey: ['api-users'] });
          return outcome;
        }}
      />
    </section>
  );
}
