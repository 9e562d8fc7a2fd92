import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { serverUrl } from '../api/mount.ts';
import { RequestFailed } from '../api/request-failed.ts';

/**
 * A page whose code is fetched when it is first visited. The router reloads the document where the code is gone, as
 * after an upgrade; while the server is away that would leave nothing but the browser's own error, so it is told apart.
 */
export function lazyPage<K extends string>(
  load: () => Promise<{ readonly [N in K]: ComponentType }>,
  name: K,
) {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw (await isServerThere()) ? error : new RequestFailed({ kind: 'unreachable' });
    }
  }, name);
}

function isServerThere(): Promise<boolean> {
  return fetch(serverUrl('/healthz')).then(
    () => true,
    () => false,
  );
}
