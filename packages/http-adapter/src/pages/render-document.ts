import { escapeHtml } from '../mechanics/escape-html.ts';
import type { PageFiles } from './page-files.ts';

export interface Rendering {
  readonly nonce: string;
  /** As `mountPath` gives it. */
  readonly base: string;
  /** Whether it was asked for with a live session. */
  readonly hasSession: boolean;
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Filmgate</title>
<h1>The pages are not built</h1>
<p>Run <code>npm run build</code> in the project, and start the server again. The APIs are there already; see
<a href="__FILMGATE_BASE__docs">their description</a>.</p>
</html>
`;

/** The document of one answer. */
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
 * Asks for the same page once more. A link on another site does not send our cookie along (SameSite=Strict); a page of
 * our own does, and who follows it may be logged in.
 */
export const askAgain = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0">
<title>Filmgate</title>
</html>
`;
