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
import { onLogoutElsewhere, reportLogout } from './session/tell-logout.ts';
import { chooseLanguage } from './texts/choose-language.ts';
import { translations } from './texts/translations.ts';

// Zod's compiled parsers need eval, which the pages' content security policy forbids.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// For the styles that stop scrolling below a dialog.
setNonce(nonce);

const queries = new QueryClient({
  defaultOptions: {
    // A gateway on this machine or in the local network is reachable without internet, so always send the request.
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
// Other tabs may write this key too: only the server knows whether the session has ended.
onLogoutElsewhere(() => {
  void api.ask({ path: '/api/v1/auth/session' }).then(async (outcome) => {
    if (outcome.kind !== 'refused' || outcome.status !== 401) return;
    queries.setQueryData(['session'], null);
    await router.navigate({ to: '/login' });
    await drafts.remove();
  });
});

chooseLanguage();

const container = document.querySelector('#root');
if (container === null) throw new Error('The document has no place for the pages.');
createRoot(container).render(
  <App
    api={api}
    traces={{ drafts, reportLogout }}
    confirmation={confirmation}
    queries={queries}
    router={router}
    translations={translations}
    nonce={nonce}
  />,
);
