import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import type { ApiClient } from './api/api-client.ts';
import { mountPath } from './api/mount.ts';
import { sessionQuery } from './session/session-query.ts';
import { AppFrame } from './shell/app-frame.tsx';
import { BrokenPage } from './shell/broken-page.tsx';
import { lazyPage } from './shell/lazy-page.ts';
import { MissingPage } from './shell/missing-page.tsx';
import { firstConsolePath, consolePages } from './shell/pages.ts';
import { plainSearch } from './shell/plain-search.ts';

export interface RouterContext {
  readonly api: ApiClient;
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: MissingPage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyPage(() => import('./features/login/login-page.tsx'), 'LoginPage'),
});

/** Pages for logged-in administrators. Other visitors log in first and then reach the requested page. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  component: AppFrame,
  errorComponent: BrokenPage,
  beforeLoad: async ({ context: { api, queries }, location }) => {
    const session = await queries.query({ ...sessionQuery(api), staleTime: 'static' });
    if (session !== null) return;
    queries.removeQueries({ queryKey: ['session'] });
    redirect({ to: '/login', search: { next: mountPath + location.href }, throw: true });
  },
});

const pages = consolePages.map(({ path, page }) =>
  createRoute({ getParentRoute: () => guarded, path, component: page, errorComponent: BrokenPage }),
);

const start = ['/', '/console'].map((path) =>
  createRoute({
    getParentRoute: () => guarded,
    path,
    beforeLoad: () => {
      redirect({ to: firstConsolePath, replace: true, throw: true });
    },
  }),
);

/** Inside the frame, so that the navigation stays available. */
const missing = createRoute({ getParentRoute: () => guarded, path: '$', component: MissingPage });

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: root.addChildren([login, guarded.addChildren([...pages, ...start, missing])]),
    basepath: mountPath === '' ? '/' : mountPath,
    context,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...plainSearch,
  });
}
