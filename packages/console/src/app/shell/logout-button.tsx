import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../api/api-provider.tsx';
import { sessionQuery } from '../session/session-query.ts';
import { useSessionTraces } from '../session/session-traces.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';
import { shellTexts } from './shell-texts.ts';

/** Ends the session on the server, and forgets here what was read and written with it, in every tab. */
export function LogoutButton() {
  const { t } = useTexts(shellTexts);
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { drafts, tellLogout } = useSessionTraces();
  const [hasFailed, setFailed] = useState(false);
  const logOut = async (): Promise<void> => {
    const path = '/api/v1/auth/logout';
    const outcome = await api.ask({ path, method: 'POST' });
    setFailed(outcome.kind !== 'answered');
    if (outcome.kind !== 'answered') return;
    const { queryKey } = sessionQuery(api);
    queries.setQueryData(queryKey, null);
    tellLogout();
    await navigate({ to: '/login' });
    await drafts.remove();
    // Not before: a page that is still there would read anew what is forgotten, and be refused.
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  };
  const label = hasFailed ? t('logout.failed') : t('logout');
  return (
    <ActionIcon
      variant="subtle"
      color={hasFailed ? 'red' : 'gray'}
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => void logOut()}
    >
      <Icon name="logout" />
    </ActionIcon>
  );
}
