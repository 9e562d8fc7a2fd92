import './theme/styles.css';
import { QueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { createApiClient } from './api/api-client.ts';
import { mountPath, serverUrl } from './api/mount.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { Drafts } from './session/drafts.ts';
import { LoginConfirmation } from './session/login-confirmation.ts';
import { onLogoutElsewhere, tellLogout } from './session/tell-logout.ts';
import { createTranslations } from './texts/create-translations.ts';

// Compiled parsers need eval, which the pages' policy forbids.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// For the styles that hold the page still below a dialog.
setNonce(nonce);

const queries = new QueryClient({
  defaultOptions: {
    // A server on this machine or in this house is there without the internet: only asking tells.
    queries: { retry: false, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

const confirmation = new LoginConfirmation();
const api = createApiClient({
  fetch: (url, init) => fetch(url, init),
  urlOf: serverUrl,
  confirmLogin: confirmation.ask,
  onSessionEnded: () => {
    queries.setQueryData(['session'], null);
    const { pathname, href } = router.state.location;
    if (pathname === '/login') return;
    void router.navigate({ to: '/login', search: { next: mountPath + href } });
  },
});

const router = createAppRouter({ api, queries });

const drafts = new Drafts();
// Others may write there, too: only the server knows whether the session has ended.
onLogoutElsewhere(() => {
  void api.ask({ path: '/api/v1/auth/session' }).then(async (outcome) => {
    if (outcome.kind !== 'refused' || outcome.status !== 401) return;
    queries.setQueryData(['session'], null);
    await router.navigate({ to: '/login' });
    await drafts.remove();
  });
});

const container = document.querySelector('#root');
if (container === null) throw new Error('The document has no place for the pages.');
createRoot(container).render(
  <App
    api={api}
    traces={{ drafts, tellLogout }}
    confirmation={confirmation}
    queries={queries}
    router={router}
    translations={createTranslations()}
    nonce={nonce}
  />,
);
