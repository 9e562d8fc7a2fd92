import type { NoticedSubmission } from '@filmgate/core';
import type { UrlSigner } from './signed-url.ts';

/** Path of the route that providers call back, below the public URL. */
export const noticePath = '/notices';

/** Parts of a token. Ids have none of its separators, and neither has the signature. */
const separator = '~';

/**
 * Returns the URL at which a provider calls back about a submission: always the same, so that a retry of the search for
 * the submission builds the same request. It never expires, because a provider may call late [notices.token].
 *
 * @param signer - HMAC of 256 bits under a key of its own
 * @param baseUrl - public URL of the tasks listener, without a slash at its end
 */
export function noticeUrl(
  signer: Pick<UrlSigner, 'sign'>,
  baseUrl: string,
  { jobId, correlationId, accountId }: NoticedSubmission,
): string {
  const ids = [jobId, correlationId, accountId].join(separator);
  return `${baseUrl}${noticePath}/${encodeURIComponent(ids + separator + signer.sign(signedData(ids)))}`;
}

/** Returns the submission of a genuine token; undefined for any other text. Reads nothing but the token. */
export function submissionOf(
  signer: Pick<UrlSigner, 'verify'>,
  token: string,
): NoticedSubmission | undefined {
  const [jobId, correlationId, accountId, signature, ...rest] = token.split(separator);
  if (jobId === undefined || correlationId === undefined || accountId === undefined)
    return undefined;
  const ids = [jobId, correlationId, accountId].join(separator);
  const isGenuine = signature !== undefined && signer.verify(signedData(ids), signature);
  return isGenuine && rest.length === 0 ? { jobId, correlationId, accountId } : undefined;
}

function signedData(ids: string): string {
  return `notice:1:${ids}`;
}
