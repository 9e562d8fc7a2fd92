import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import type { ApiClient } from './api/api-client.ts';
import { ApiProvider } from './api/api-provider.tsx';
import { ConfirmLogin } from './features/login/confirm-login.tsx';
import type { createAppRouter } from './router.tsx';
import type { LoginConfirmation } from './session/login-confirmation.ts';
import { type SessionTraces, SessionTracesProvider } from './session/session-traces.tsx';
import { theme, themeVariables } from './theme/theme.ts';

export interface AppProps {
  readonly api: ApiClient;
  readonly traces: SessionTraces;
  readonly confirmation: LoginConfirmation;
  readonly queries: QueryClient;
  readonly router: ReturnType<typeof createAppRouter>;
  readonly translations: i18n;
  /** Nonce of this response; styles added later need it to pass the content security policy. */
  readonly nonce: string;
}

export function App(props: AppProps) {
  const { api, traces, confirmation, queries, router, translations, nonce } = props;
  return (
    <I18nextProvider i18n={translations}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <ApiProvider api={api}>
            <SessionTracesProvider traces={traces}>
              <ConfirmLogin confirmation={confirmation} />
              <RouterProvider router={router} />
            </SessionTracesProvider>
          </ApiProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  );
}
