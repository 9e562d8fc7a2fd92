import type { NoticedSubmission, NoticeUrls } from '@filmgate/core';
import type { UrlSigner } from './signed-url.ts';

/** Path of the route that providers call back, below the public URL. */
export const noticePath = '/notices';

/** Parts of a token. Ids have none of its separators, and neither has the signature. */
const separator = '~';

/** In place of the signature in a URL that is stored. */
const unsigned = 'unsigned';

/**
 * Creates the URLs at which providers call back. That of a submission is always the same, so that a retry of the search
 * for the submission builds the same request. Its signature never expires, because a provider may call late
 * [notices.token]; it is added when the URL is sent, since a store has no secret in clear text.
 *
 * @param signer - HMAC of 256 bits under a key of its own
 * @param baseUrl - public URL of the tasks listener, without a slash at its end
 */
export function createNoticeUrls(signer: Pick<UrlSigner, 'sign'>, baseUrl: string): NoticeUrls {
  return {
    unsigned: (submission) =>
      `${baseUrl}${noticePath}/${encodeURIComponent(idsOf(submission) + separator + unsigned)}`,
    sign: (submission, text) => {
      const ids = idsOf(submission);
      const signature = signer.sign(signedData(ids));
      return text.replaceAll(ids + separator + unsigned, ids + separator + signature);
    },
  };
}

/** Returns the submission of a genuine token; undefined for any other text. Reads nothing but the token. */
export function submissionOf(
  signer: Pick<UrlSigner, 'verify'>,
  token: string,
): NoticedSubmission | undefined {
  const [jobId, correlationId, accountId, signature, ...rest] = token.split(separator);
  if (jobId === undefined || correlationId === undefined || accountId === undefined)
    return undefined;
  const ids = idsOf({ jobId, correlationId, accountId });
  const isGenuine = signature !== undefined && signer.verify(signedData(ids), signature);
  return isGenuine && rest.length === 0 ? { jobId, correlationId, accountId } : undefined;
}

function idsOf({ jobId, correlationId, accountId }: NoticedSubmission): string {
  return [jobId, correlationId, accountId].join(separator);
}

function signedData(ids: string): string {
  return `notice:1:${ids}`;
}
