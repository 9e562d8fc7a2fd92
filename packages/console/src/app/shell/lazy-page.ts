import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { serverUrl } from '../api/mount.ts';
import { RequestFailed } from '../api/request-failed.ts';

/**
 * A page whose code is loaded on the first visit. The router reloads the document when the code no longer exists, as
 * after an upgrade. An unreachable server is reported separately, because a reload would end in the browser's own error
 * page.
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
