/** Makes and checks signatures; `verify` compares in constant time. */
export interface UrlSigner {
  /** URL-safe text. */
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
}

export interface SignUrlInput {
  readonly signer: UrlSigner;
  /** Where the path is reached from outside, without a slash at its end. */
  readonly publicUrl: string;
  /** Path below the public URL; the signature covers it and the expiry, not the host. */
  readonly path: string;
  /** Unix seconds. */
  readonly expires: number;
}

/** A URL that works without a credential until it expires. */
export function signUrl({ signer, publicUrl, path, expires }: SignUrlInput): string {
  const signature = encodeURIComponent(signer.sign(signedData(path, expires)));
  return `${publicUrl}${path}?expires=${expires}&signature=${signature}`;
}

const unixSeconds = /^[1-9]\d{0,11}$/;

/**
 * Whether a signed path is genuine and not expired.
 *
 * @param query - the query as parsed; repeated parameters make it false
 */
export function isSignedPathValid(input: {
  readonly signer: UrlSigner;
  readonly path: string;
  readonly query: { readonly expires?: unknown; readonly signature?: unknown };
  readonly nowMs: number;
}): boolean {
  const { expires, signature } = input.query;
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  if (!unixSeconds.test(expires)) return false;
  const until = Number(expires);
  if (until * 1000 <= input.nowMs) return false;
  return input.signer.verify(signedData(input.path, until), signature);
}

function signedData(path: string, expires: number): string {
  return `signed-url:1:${expires}:${path}`;
}
