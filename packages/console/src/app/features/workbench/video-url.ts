import { serverUrl } from '../../api/mount.ts';

/**
 * URL of a link from the workbench's API. The server's prefix before `/local-video/` is dropped, because the base
 * contains it.
 */
export function videoUrl(link: string): URL {
  return serverUrl(linkPath(link));
}

/** The link as an API path. */
export function linkPath(link: string): string {
  return link.slice(Math.max(0, link.indexOf('/local-video/')));
}
