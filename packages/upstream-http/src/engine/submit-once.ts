import {
  type ReadAsset,
  type SubmitOutcome,
  type UpstreamError,
  type UpstreamHandle,
  whyUnanswered,
} from '@filmgate/core';
import { type FilledBody, fillBody } from './fill-body.ts';
import { handleOf } from './prepared-call.ts';
import type { PlaceRefusal } from './place-refusals.ts';
import { type ProvenRefusal, proveRefusal } from './prove-refusal.ts';
import type { PreparedCall, ProviderDescription } from './provider-description.ts';
import { candidateIds } from './candidate-ids.ts';
import { readJson } from './read-json.ts';
import {
  askedPause,
  NotMade,
  NotSent,
  type Transport,
  type TransportResponse,
} from './transport.ts';

/** One submission to send. */
export interface SubmissionCall {
  /** Undefined when the saved form cannot be read. */
  readonly call: PreparedCall | undefined;
  /** What the operator declares to be a refusal at the place. */
  readonly declared: readonly PlaceRefusal[];
  /** Headers that log in; undefined when the credential is not in the form the provider asks for. */
  readonly login: { readonly [name: string]: string } | undefined;
  readonly readAsset: ReadAsset;
  readonly signal: AbortSignal;
  /** Whether a first byte may still leave. */
  readonly mayStart: () => boolean;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Makes words of the provider fit for a trail. */
  readonly fit: (words: string) => string;
  /** What the place shows under the submission's own name; null = nothing, undefined = it cannot tell. */
  readonly findNamed: (call: PreparedCall) => Promise<UpstreamHandle | null | undefined>;
}

/** Sends a submission once. Only proof makes a refusal; everything else after the first byte is unknown. */
export async function submitOnce(
  description: ProviderDescription,
  transport: Transport,
  submission: SubmissionCall,
): Promise<SubmitOutcome> {
  const { call, login, signal, mayStart } = submission;
  if (call === undefined) return notSent('internal', 'the saved submission could not be read');
  if (login === undefined)
    return notSent('login', 'the credential is not in the form the provider asks for');
  const filled = await fillOrNothing(call, submission.readAsset);
  if (filled === undefined) return notSent('internal', 'a reference could not be read');
  const headers = { ...call.headers, 'content-type': filled.contentType, ...login };
  const { path } = call;
  let response: TransportResponse;
  try {
    const request = {
      method: 'POST',
      path,
      headers,
      body: filled.bytes,
      signal,
      mayStart,
    } as const;
    response = await transport.send(request);
  } catch (error) {
    if (!(error instanceof NotSent))
      return { kind: 'unknown', detail: 'it was sent, and the connection ended without an answer' };
    // Of the account, whose words are the only part of a request that others of the place do not share.
    if (error instanceof NotMade)
      return notSent('internal', 'nothing was sent: no request can be made of it', 'account');
    const why = whyUnanswered(error) ?? 'there was no connection, or no time left';
    return notSent('unavailable', `nothing was sent: ${why}`);
  }
  try {
    return await readResponse(description, { ...submission, call }, response);
  } catch {
    const detail = `it was sent, answered ${response.status}, and the answer broke off or could not be read`;
    return { kind: 'unknown', detail };
  }
}

async function fillOrNothing(
  call: PreparedCall,
  readAsset: ReadAsset,
): Promise<FilledBody | undefined> {
  try {
    return await fillBody(call, readAsset);
  } catch {
    return undefined;
  }
}

async function readResponse(
  description: ProviderDescription,
  { call, declared, now, fit, findNamed }: SubmissionCall & { readonly call: PreparedCall },
  response: TransportResponse,
): Promise<SubmitOutcome> {
  const { status } = response;
  const body = await readJson(response);
  const unknown = (what: string): SubmitOutcome => ({
    kind: 'unknown',
    detail: `it was sent, and answered ${status} ${what}`,
  });
  if (body !== undefined && status >= 200 && status < 300) {
    const task = description.readAcceptance({ status, body }, call);
    const handle = task === undefined ? undefined : handleOf(task);
    if (handle !== undefined) return { kind: 'accepted', handle };
    const evidence = candidateIds(body, fit);
    return { ...unknown('without a usable id'), ...(evidence.length > 0 && { evidence }) };
  }
  const askedMs = askedPause(response, now());
  const proven = proveRefusal(description, { status, body }, { declared, askedMs, fit });
  if (proven?.mayBeEcho === true) return await believeUnlessFound(proven, () => findNamed(call));
  if (proven !== undefined) return { kind: 'rejected', error: proven.error };
  if (body === undefined)
    return unknown(`without whole JSON (${fit(response.contentType ?? 'no type')})`);
  const said = description.readRefusal({ status, body });
  return unknown(
    said === undefined
      ? 'in no shape that proves anything'
      : `and said what proves nothing: ${fit(said.code ?? said.message)}`,
  );
}

/** A second arrival of the same submission would get this refusal too, so this searches for the work of the first. */
async function believeUnlessFound(
  { error }: ProvenRefusal,
  findNamed: () => Promise<UpstreamHandle | null | undefined>,
): Promise<SubmitOutcome> {
  const found = await findNamed();
  if (found === null) return { kind: 'rejected', error };
  if (found !== undefined) return { kind: 'accepted', handle: found };
  const detail = `it was refused, perhaps for having arrived before: ${error.detail}`;
  return { kind: 'unknown', detail };
}

const scopes = { internal: 'request', unavailable: 'provider', login: 'account' } as const;

function notSent(
  kind: 'internal' | 'unavailable' | 'login',
  detail: string,
  scope: UpstreamError['scope'] = scopes[kind],
): SubmitOutcome {
  const error: UpstreamError = {
    kind,
    scope,
    charge: 'not-charged',
    retryAfterMs: null,
    detail,
  };
  return { kind: 'rejected', error };
}
