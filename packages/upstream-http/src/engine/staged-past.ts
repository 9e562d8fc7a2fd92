import {
  type JsonValue,
  type StagingOutcome,
  type UpstreamClient,
  whyUnanswered,
} from '@filmgate/core';
import type {
  FindRule,
  JsonResponse,
  PreparedCall,
  ProviderDescription,
  ReadCall,
} from './provider-description.ts';
import { notSent } from './submit-once.ts';

/** Maximum length of a past's name that is saved with a submission, in characters. */
const longestName = 200;

type Order = Parameters<Required<UpstreamClient>['stage']>[0];
type Read = (asked: ReadCall, call: Order) => Promise<{ readonly json: JsonResponse | undefined }>;

/** Returns true if an endpoint names the past that it responds from. */
export function namesPast(find: FindRule | undefined): boolean {
  return find?.kind === 'own-id' && find.pastIn !== undefined;
}

/** Reads the past of an endpoint before a submission is sent. An endpoint that does not respond is sent nothing. */
export async function stagePast(
  { find, ...description }: ProviderDescription,
  order: Order,
  read: Read,
): Promise<StagingOutcome> {
  if (find?.kind !== 'own-id') return { kind: 'staged', value: null };
  const { correlationId } = order;
  const call = description.build({ ...order, noticeUrl: null });
  try {
    const { json } = await read(find.request(correlationId, call), order);
    const past = json === undefined ? undefined : find.pastIn?.(json);
    return { kind: 'staged', value: past === undefined || past.length > longestName ? null : past };
  } catch (error) {
    const why = whyUnanswered(error);
    // A fault of another kind, such as a credential of another form, is reported by the submission.
    if (why === undefined) return { kind: 'staged', value: null };
    return notSent('unavailable', `not sent: ${why}`);
  }
}

/** Returns a call with the past in which it is sent; one that is only searched for was sent in an unknown past. */
export function withPast(
  find: FindRule | undefined,
  call: PreparedCall,
  staged: JsonValue | undefined,
): PreparedCall {
  if (!namesPast(find)) return call;
  return { ...call, past: typeof staged === 'string' ? staged : null };
}

/** Returns true if an endpoint still has the past from before the submission, and so would know the submission. */
export function isUnbroken(
  find: Extract<FindRule, { readonly kind: 'own-id' }>,
  { past }: PreparedCall,
  response: JsonResponse | undefined,
): boolean {
  if (find.pastIn === undefined) return true;
  const now = response === undefined ? undefined : find.pastIn(response);
  return now !== undefined && now === past;
}
