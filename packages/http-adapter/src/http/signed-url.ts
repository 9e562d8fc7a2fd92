/** Makes and checks signatures; `verify` compares in constant time. */
export interface UrlSigner {
  /** Returns URL-safe text. */
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
}

export interface SignUrlInput {
  readonly signer: UrlSigner;
  /** External base URL of the path, without a slash at its end. */
  readonly publicUrl: string;
  /** Path below the public URL; the signature covers it and the expiry, not the host. */
  readonly path: string;
  /** Unix seconds. */
  readonly expires: number;
  /** The owner's link epoch; a link of another epoch is as invalid as an altered one. */
  readonly epoch: number;
}

/** A URL that works without a credential until it expires. */
export function signUrl({ signer, publicUrl, path, expires, epoch }: SignUrlInput): string {
  const signature = encodeURIComponent(signer.sign(signedData(path, expires, epoch)));
  return `${publicUrl}${path}?expires=${expires}&signature=${signature}`;
}

const unixSeconds = /^[1-9]\d{0,11}$/;

/** The parameters of a signed URL, as parsed; repeated ones are no text. */
export interface SignedQuery {
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** Returns true if a query may belong to a signed URL that has not expired; call it before looking anything up. */
export function isUnexpired({ expires, signature }: SignedQuery, nowMs: number): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  return unixSeconds.test(expires) && Number(expires) * 1000 > nowMs;
}

/** Returns true if a signed path is genuine, not expired, and of this epoch. */
export function isSignedPathValid(input: {
  readonly signer: UrlSigner;
  readonly path: string;
  readonly query: SignedQuery;
  readonly nowMs: number;
  readonly epoch: number;
}): boolean {
  const { query, nowMs, epoch } = input;
  const { expires, signature } = query;
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  if (!isUnexpired(query, nowMs)) return false;
  return input.signer.verify(signedData(input.path, Number(expires), epoch), signature);
}

/** Epoch 0 is signed as before epochs existed: links made then are valid until they expire. */
function signedData(path: string, expires: number, epoch: number): string {
  return epoch === 0
    ? `signed-url:1:${expires}:${path}`
    : `signed-url:2:${epoch}:${expires}:${path}`;
}
