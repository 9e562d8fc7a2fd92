/** Meanings of the codes of systems and of TLS, for people. */
const meanings: { readonly [code: string]: string } = {
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'no response from the name server',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out while connecting',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
};

const codeForm = /^[A-Z][A-Z0-9_]{2,39}$/;
/** Codes that Node.js and undici give to mistakes of a program. */
const programFault = /^ERR_(?!TLS_|SSL_)|^UND_ERR_(?:INVALID|NOT_SUPPORTED|DESTROYED|CLOSED)/;

/** A call that got no response. `reason` says why and of which host, for an operator; it contains no secret. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Returns the error with the host that could not be reached; any other error unchanged. */
export function unansweredBy(host: string, error: unknown): unknown {
  const why = whyUnanswered(error);
  return why === undefined ? error : new Unanswered(`cannot reach ${host}: ${why}`, error);
}

/**
 * Returns why a call got no response if the line or the other side is to blame, for example `ENOTFOUND (name not
 * found)`, else undefined. Made of codes and names only, because the message of an error may contain anything.
 */
export function whyUnanswered(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Unanswered) return error.reason;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no response in time';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code !== 'string' || !codeForm.test(code)) return whyUnanswered(error.cause);
  if (programFault.test(code)) return undefined;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  return meaning === undefined ? code : `${code} (${meaning})`;
}
