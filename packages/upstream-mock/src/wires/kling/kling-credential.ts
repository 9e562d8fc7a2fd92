import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { PersonalityCall } from '../../engine/personality.ts';
import { readBearer } from '../../engine/authorization.ts';

type KlingCredential =
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'refused'; readonly code: '1001' | '1002' | '1003' | '1004' };

const claimsSchema = z.object({ iss: z.string().min(1), exp: z.number(), nbf: z.number() });
const headerSchema = z.object({ alg: z.literal('HS256') });

/** The secret key of an access key at the mock: no setup is needed before a call. */
function mockSecretKey(accessKey: string): string {
  return `${accessKey}-secret`;
}

/**
 * Account of a call to Kling: an API key is the account itself; a token of three parts is a JWT (RFC 7519) signed with
 * HS256 by the secret key of the access key it names, as in the older of Kling's two systems.
 *
 * @param nowMs - the real time, because callers date their tokens by it
 */
export function readKlingCredential(
  call: Pick<PersonalityCall, 'header'>,
  nowMs: number,
): KlingCredential {
  const bearer = readBearer(call);
  if (bearer.kind === 'missing') return { kind: 'refused', code: '1001' };
  if (bearer.kind === 'malformed') return { kind: 'refused', code: '1002' };
  const parts = bearer.account.split('.');
  return parts.length === 3 ? readToken(parts, nowMs) : bearer;
}

function readToken(
  [header = '', payload = '', signature = '']: readonly string[],
  nowMs: number,
): KlingCredential {
  const claims = claimsSchema.safeParse(decoded(payload));
  if (!headerSchema.safeParse(decoded(header)).success || !claims.success) {
    return { kind: 'refused', code: '1002' };
  }
  const { iss, exp, nbf } = claims.data;
  const right = createHmac('sha256', mockSecretKey(iss)).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    return { kind: 'refused', code: '1002' };
  }
  if (nowMs < nbf * 1_000) return { kind: 'refused', code: '1003' };
  return nowMs < exp * 1_000
    ? { kind: 'account', account: iss }
    : { kind: 'refused', code: '1004' };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
