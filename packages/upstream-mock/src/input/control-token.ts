import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Problem of a token, without repeating it; undefined if it is valid. */
export function tokenProblem(token: string): string | undefined {
  return /^[!-~]{8,200}$/.test(token)
    ? undefined
    : 'the control token must have 8 to 200 visible ASCII characters';
}

/** Returns true if a request has the token, in constant time [mock.control-token]. */
export function bringsToken(
  { authorization = '' }: Pick<IncomingHttpHeaders, 'authorization'>,
  token: string,
): boolean {
  const [, scheme = '', given = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  const brought = scheme.toLowerCase() === 'basic' ? passwordOf(given) : given;
  return timingSafeEqual(digestOf(brought), digestOf(token));
}

/** Password sent by a browser after login to the page (RFC 7617 §2). */
function passwordOf(given: string): string {
  const text = Buffer.from(given, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
