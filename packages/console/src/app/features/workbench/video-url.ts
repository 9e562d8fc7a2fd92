import { serverUrl } from '../../api/mount.ts';

/** Where a link the workbench's API gave leads: before `/local-video/` stands the server's prefix, which our base has already. */
export function videoUrl(link: string): URL {
  return serverUrl(linkPath(link));
}

/** The link as a path of the API. */
export function linkPath(link: string): string {
  return link.slice(Math.max(0, link.indexOf('/local-video/')));
}
