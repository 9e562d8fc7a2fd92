import { timingSafeEqual } from 'node:crypto';
import { type NoticeCall, Unanswered, type UpstreamAccountCall } from '@filmgate/core';
import type { JsonResponse, ReadCall } from './provider-call.ts';

/** A call to a submission's URL, with what its signature may be about. */
export type SignedCall = Pick<NoticeCall, 'bytes' | 'headers'> & {
  /** The URL that the provider was told. */
  readonly url: string;
};

/** The signature of a provider's calls: a lock beside their URL, which a log may have repeated. */
export interface SignatureRule {
  /** Read of the keys that sign calls about an account; absent = the account's secret does. */
  readonly keys?: {
    readonly request: ReadCall;
    /** Returns the keys; undefined = unreadable. */
    read(response: JsonResponse): readonly string[] | undefined;
  };
  /** Returns the time of the signature, in ms since 1970; undefined = the call has none. */
  signedAt(headers: NoticeCall['headers']): number | undefined;
  /** Returns true if the key signed the call; pure and total. */
  isBy(key: string, call: SignedCall): boolean;
}

interface SignatureDeps {
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly read: (
    asked: ReadCall,
    call: UpstreamAccountCall,
  ) => Promise<{ readonly json: JsonResponse | undefined }>;
  readonly secretOf: (account: UpstreamAccountCall['account']) => string | null;
}

/** Tolerated difference of clocks, and age of a call: five minutes, as fal and Standard Webhooks recommend. */
const toleranceMs = 5 * 60_000;
/** fal asks receivers to keep its keys for a day at most. */
const keptForMs = 24 * 3_600_000;
/** Minimum age of keys for another read after a call that none of them signed: the provider may have replaced them. */
const readAgainAfterMs = 60_000;

/** Verifies the signatures of calls, and keeps the keys of each account. */
export class NoticeSignatures {
  readonly #rule: SignatureRule;
  readonly #deps: SignatureDeps;
  readonly #kept = new Map<string, { readonly keys: readonly string[]; readonly at: number }>();

  constructor(rule: SignatureRule, deps: SignatureDeps) {
    this.#rule = rule;
    this.#deps = deps;
  }

  /** @throws Unanswered when the keys cannot be read: the call is neither signed nor forged */
  async isSigned(call: SignedCall, at: UpstreamAccountCall): Promise<boolean> {
    const now = this.#deps.now();
    const signedAt = this.#rule.signedAt(call.headers);
    if (signedAt === undefined || !(Math.abs(now - signedAt) <= toleranceMs)) return false;
    const isByOneOf = (keys: readonly string[]) => keys.some((key) => this.#rule.isBy(key, call));
    if (this.#rule.keys === undefined) return isByOneOf([this.#deps.secretOf(at.account) ?? '']);
    const { keys = [], at: readAt } = this.#kept.get(at.account.id) ?? { at: -Infinity };
    const age = Math.abs(now - readAt);
    if (age < keptForMs && isByOneOf(keys)) return true;
    if (age < readAgainAfterMs) return false;
    const { json } = await this.#deps.read(this.#rule.keys.request, at);
    const read = json === undefined ? undefined : this.#rule.keys.read(json);
    if (read === undefined) throw new Unanswered('the keys of signatures cannot be read', json);
    this.#kept.set(at.account.id, { keys: read, at: now });
    return isByOneOf(read);
  }
}

/** Returns whole seconds since 1970 in ms; undefined for any other text. */
export function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : undefined;
}

/** Compares a code with one in Base64, in constant time. */
export function isSameCode(right: Uint8Array, base64: string): boolean {
  const given = Buffer.from(base64, 'base64');
  return given.length === right.length && timingSafeEqual(given, right);
}
