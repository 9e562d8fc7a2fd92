/** Base URL of the pages, from the document's base; ends with a slash. */
export const mountUrl = new URL('.', document.baseURI);

/** Base path without the trailing slash, as the router expects it. */
export const mountPath = mountUrl.pathname.replace(/\/$/, '');

/** URL of a server path below the base. */
export function serverUrl(path: string): URL {
  return new URL(path.replace(/^\//, ''), mountUrl);
}
