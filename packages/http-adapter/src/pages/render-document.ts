import { escapeHtml } from '../http/escape-html.ts';
import type { PageFiles } from './page-files.ts';

/**
 * Returns the path a browser sees before ours, beginning and ending with a slash. A proxy may add one that never
 * reaches us: if the browser used the public URL, that URL contains it.
 *
 * @param prefix - of the scope the pages are registered in
 */
export function mountPath(
  prefix: string,
  { publicUrl, host }: { readonly publicUrl: string; readonly host: string | undefined },
): string {
  const url = new URL(publicUrl);
  const path = host?.toLowerCase() === url.host ? url.pathname : prefix;
  return path.endsWith('/') ? path : `${path}/`;
}

/** Sent with every page and its parts (OWASP ASVS 14.4). */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of a part of the pages whose name changes with its content (RFC 8246). */
export const assetHeaders = {
  ...always,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
} as const;

/**
 * Returns the headers of a document. Scripts and styles come from our own files, or carry the nonce of this response;
 * style attributes are how React sets sizes. Nothing is fetched from other origins, and no site may frame it.
 */
export function documentHeaders(nonce: string): { readonly [name: string]: string } {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    ...always,
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-type': 'text/html; charset=utf-8',
  };
}

export interface Rendering {
  readonly nonce: string;
  /** Base path, from `mountPath`. */
  readonly base: string;
  /** True if the page was requested with a live session. */
  readonly hasSession: boolean;
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Filmgate</title>
<h1>The pages are not built</h1>
<p>Run <code>npm run build</code> in the project, and restart the server. The APIs are available; see
<a href="__FILMGATE_BASE__docs">their description</a>.</p>
</html>
`;

/** Renders the document of one response. */
export function renderDocument(
  { document }: PageFiles,
  { nonce, base, hasSession }: Rendering,
): string {
  return (document ?? notBuilt)
    .replaceAll('__FILMGATE_NONCE__', nonce)
    .replaceAll('__FILMGATE_BASE__', escapeHtml(base))
    .replaceAll('__FILMGATE_SESSION__', hasSession ? 'live' : 'none');
}

/**
 * Requests the same page once more. A link on another site does not send our cookie along (SameSite=Strict); a page of
 * our own does, and a visitor who follows the link may be logged in.
 */
export const askAgain = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0">
<title>Filmgate</title>
</html>
`;
