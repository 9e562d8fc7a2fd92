import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a text is no token; it does not repeat it. Undefined when it is one. */
export function tokenProblem(token: string): string | undefined {
  return /^[!-~]{8,200}$/.test(token)
    ? undefined
    : 'the control token must have 8 to 200 visible ASCII characters';
}

/** Whether a request brings the token; how long that takes says nothing of it [mock.control-token]. */
export function bringsToken(
  { authorization = '' }: Pick<IncomingHttpHeaders, 'authorization'>,
  token: string,
): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
