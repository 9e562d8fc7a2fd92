import { type StagingOutcome, type UpstreamClient, whyUnanswered } from '@filmgate/core';
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

export type Order = Parameters<Required<UpstreamClient>['stage']>[0];
export type ReadPast = (asked: ReadCall) => Promise<{ readonly json: JsonResponse | undefined }>;

/** Name of the past from before a submission, or the refusal to send it. */
type StagedPast =
  | { readonly kind: 'staged'; readonly past: string | null }
  | Extract<StagingOutcome, { readonly kind: 'rejected' }>;

/** Returns true if an endpoint names the past that it responds from. */
export function namesPast(find: FindRule | undefined): boolean {
  return find?.kind === 'own-id' && find.pastIn !== undefined;
}

/** Reads the past of an endpoint before a submission is sent. An endpoint that does not respond is sent nothing. */
export async function stagePast(
  { find, ...description }: ProviderDescription,
  order: Order,
  read: ReadPast,
): Promise<StagedPast> {
  if (find?.kind !== 'own-id') return { kind: 'staged', past: null };
  const { correlationId } = order;
  const call = description.build({ ...order, noticeUrl: null });
  try {
    const { json } = await read(find.request(correlationId, call));
    const past = json === undefined ? undefined : find.pastIn?.(json);
    return { kind: 'staged', past: past === undefined || past.length > longestName ? null : past };
  } catch (error) {
    const why = whyUnanswered(error);
    // A fault of another kind, such as a credential of another form, is reported by the submission.
    if (why === undefined) return { kind: 'staged', past: null };
    return notSent('unavailable', `not sent: ${why}`);
  }
}

/** Returns a call with the past in which it is sent; one that is only searched for was sent in an unknown past. */
export function withPast(
  find: FindRule | undefined,
  call: PreparedCall,
  past: string | null,
): PreparedCall {
  return namesPast(find) ? { ...call, past } : call;
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
