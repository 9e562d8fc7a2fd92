import '@mantine/core/styles/Container.css';
import { Center, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import logo from '../../filmgate.svg';
import { useApi } from '../../api/api-provider.tsx';
import { mountUrl } from '../../api/mount.ts';
import { safeNext } from '../../session/safe-next.ts';
import { sessionQuery } from '../../session/session-query.ts';
import { useSessionTraces } from '../../session/session-traces.tsx';
import { plainSearch } from '../../shell/plain-search.ts';
import { LanguageMenu, SchemeMenu } from '../../shell/header-select.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from '../../texts/login.ts';

/** True when the document was requested with a live session; otherwise no session request is needed. */
const hadSession = document.documentElement.dataset['session'] === 'live';

/** Redirects a visitor who is already logged in. */
export function LoginPage() {
  const { t } = useTranslation(loginTexts);
  useGoOn();
  useEffect(() => {
    document.title = `${t('title')} · Filmgate`;
  }, [t]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Container size={380} w="100%" p={0}>
        <Paper withBorder p="xl" radius="lg" bg="var(--surface)">
          <Stack>
            <Group justify="space-between" wrap="nowrap" align="start">
              <img src={logo} alt="" width={40} height={40} />
              <Group gap={4} wrap="nowrap">
                <LanguageMenu />
                <SchemeMenu />
              </Group>
            </Group>
            <div>
              <Title order={1} size="h2">
                {t('title')}
              </Title>
              <Text c="dimmed">{t('lead')}</Text>
            </div>
            <LoginForm />
            <Text size="xs" c="dimmed">
              {t('hint')}
            </Text>
          </Stack>
        </Paper>
      </Container>
    </Center>
  );
}

/** Redirects a logged-in user to the requested page; otherwise removes all traces of a former session. */
function useGoOn(): void {
  const navigate = useNavigate();
  const [{ next }] = useAddress();
  const { data: session } = useQuery({ ...sessionQuery(useApi()), enabled: hadSession });
  const isLoggedIn = session !== null && session !== undefined;
  const isLoggedOut = session === null || (session === undefined && !hadSession);
  const { drafts } = useSessionTraces();
  useEffect(() => {
    if (isLoggedOut) void drafts.setAside();
  }, [isLoggedOut, drafts]);
  useEffect(() => {
    if (!isLoggedIn) return;
    const { pathname, search } = new URL(safeNext(next, mountUrl) ?? '/', mountUrl.origin);
    void navigate({ to: pathname, search: plainSearch.parseSearch(search), replace: true });
  }, [isLoggedIn, next, navigate]);
}
