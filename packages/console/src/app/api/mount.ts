/** Where the pages are mounted: the document's base, with a slash at its end. */
export const mountUrl = new URL('.', document.baseURI);

/** The path pages begin with, without a slash at its end, as the router wants it. */
export const mountPath = mountUrl.pathname.replace(/\/$/, '');

/** A path of the server below our base. */
export function serverUrl(path: string): URL {
  return new URL(path.replace(/^\//, ''), mountUrl);
}
