import {
  type SubmitOutcome,
  type UpstreamError,
  type UpstreamHandle,
  whyUnanswered,
} from '@filmgate/core';
import { type AssetSource, fillBody, NotLinked } from './fill-body.ts';
import { handleOf, isKeyKnown, savedOutput } from './prepared-call.ts';
import type { KeyedAt } from './provider-call.ts';
import type { EndpointRefusal } from './endpoint-refusals.ts';
import { type ProvenRefusal, proveRefusal } from './prove-refusal.ts';
import type { PreparedCall, ProviderDescription } from './provider-description.ts';
import { type AtOnceReading, type LinkSeal, linkFields } from './deliver-at-once.ts';
import { longestLink } from './open-output.ts';
import type { InTurns } from './in-turns.ts';
import { candidateIds } from './candidate-ids.ts';
import { readJson } from './read-json.ts';
import { askedPause, sendErrorOf, type Transport, type TransportResponse } from './transport.ts';

export interface SubmissionCall {
  /** Undefined if the saved form cannot be read. */
  readonly call: PreparedCall | undefined;
  /** Present address and secret; null where keys are not documented. */
  readonly keyedAt: KeyedAt | null;
  /** The refusals that the operator declares for the endpoint. */
  readonly declared: readonly EndpointRefusal[];
  /** Login headers; undefined if the credential does not have the provider's form. */
  readonly login: { readonly [name: string]: string } | undefined;
  readonly assets: AssetSource;
  readonly signal: AbortSignal;
  /** Returns true while a first byte may still leave. */
  readonly mayStart: () => boolean;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Removes secrets from a provider's text, for a trail. */
  readonly fit: (words: string) => string;
  /** Finds the task under the submission's own name; null = none, undefined = undecided. */
  readonly findNamed: (call: PreparedCall) => Promise<UpstreamHandle | null | undefined>;
  readonly correlationId: string;
  readonly links: LinkSeal | undefined;
  /** Bound on the parsing of responses with a result in them. */
  readonly turns: InTurns;
}

/** Detail of a login whose headers cannot be made. */
export const unusableCredential =
  'the credential does not have the format that the provider requires';

/** Sends a submission once. Only a proven refusal counts as one; every other result after the first byte is unknown. */
export async function submitOnce(
  description: ProviderDescription,
  transport: Transport,
  submission: SubmissionCall,
): Promise<SubmitOutcome> {
  const { call, login, signal, mayStart } = submission;
  if (call === undefined) return notSent('internal', 'the saved submission could not be read');
  if (!isKeyKnown(call, submission.keyedAt))
    return notSent('unavailable', 'not sent: another address or secret knows its key');
  if (login === undefined) return notSent('login', unusableCredential);
  const filled = await fillBody(call, submission.assets).catch((error: unknown) => ({ error }));
  if ('error' in filled)
    return filled.error instanceof NotLinked
      ? notSent('unavailable', 'not sent: no link to a reference could be made')
      : notSent('internal', 'a reference could not be read');
  const headers = { ...call.headers, 'content-type': filled.contentType, ...login };
  let response: TransportResponse;
  try {
    const sent = { path: call.path, headers, body: filled.bytes, signal, mayStart };
    response = await transport.send({ method: 'POST', ...sent });
  } catch (error) {
    return unanswered(error);
  }
  try {
    return await readResponse(description, { ...submission, call }, response);
  } catch {
    const detail = `sent; the provider responded ${response.status} with an incomplete or unreadable body`;
    return { kind: 'unknown', detail };
  }
}

/** Returns the outcome of a submission without a response. */
function unanswered(error: unknown): SubmitOutcome {
  const known = sendErrorOf(error);
  switch (known?.kind) {
    case undefined:
      return { kind: 'unknown', detail: 'sent; the connection ended without a response' };
    case 'not-shown':
      return { kind: 'unknown', detail: known.message };
    case 'not-made':
      // The account's: its text is the only part of a request that others at the endpoint do not share.
      return notSent('internal', `not sent: ${known.message}`, 'account');
    case 'not-sent': {
      const why = whyUnanswered(error) ?? 'no connection, or no time left';
      return notSent('unavailable', `not sent: ${why}`);
    }
  }
}

async function readResponse(
  description: ProviderDescription,
  submission: SubmissionCall & { readonly call: PreparedCall },
  response: TransportResponse,
): Promise<SubmitOutcome> {
  const { call, declared, now, fit, findNamed, turns } = submission;
  const { status, remark } = response;
  const atOnce = description.atOnce?.isFor?.(call) === false ? undefined : description.atOnce;
  const large = atOnce === undefined ? undefined : { bytes: atOnce.largest, turns };
  const body = await readJson(response, large);
  const unknown = (what: string): SubmitOutcome => ({
    kind: 'unknown',
    detail: `sent; the provider responded ${status} ${what}${remark === undefined ? '' : `; ${remark}`}`,
  });
  if (body !== undefined && status >= 200 && status < 300) {
    const delivered = atOnce?.read({ status, body });
    if (atOnce !== undefined && delivered !== undefined)
      return deliver(delivered, atOnce.largest, submission);
    const task =
      atOnce === undefined ? description.readAcceptance({ status, body }, call) : undefined;
    const handle = task === undefined ? undefined : handleOf(task);
    if (handle !== undefined) return { kind: 'accepted', handle };
    // A success that names an id may name the work, whatever error it also states.
    if (candidateIds(body, (words) => words).length > 0) {
      const evidence = candidateIds(body, fit);
      return { ...unknown('without a usable ID'), ...(evidence.length > 0 && { evidence }) };
    }
  }
  const askedMs = askedPause(response, now());
  const proven = proveRefusal(description, { status, body }, { declared, askedMs, fit });
  if (proven?.mayBeEcho === true) return await believeUnlessFound(proven, () => findNamed(call));
  if (proven !== undefined) return { kind: 'rejected', error: proven.error };
  if (body === undefined)
    return unknown(`without complete JSON (${fit(response.contentType ?? 'no content type')})`);
  const said = description.readRefusal({ status, body });
  return unknown(
    said === undefined
      ? 'with an unrecognised body'
      : `with an inconclusive error: ${fit(said.code ?? said.message)}`,
  );
}

/**
 * Returns the outcome of a submission whose response has the result. A link is a receipt, and is read like the result
 * of any other task; bytes are kept by the caller.
 *
 * @param largest - maximum size of the file, in bytes
 */
function deliver(
  { output, usage }: AtOnceReading,
  largest: number,
  { correlationId: of, links }: Pick<SubmissionCall, 'correlationId' | 'links'>,
): SubmitOutcome {
  const paid = usage === undefined ? {} : { usage };
  if (output.kind === 'inline') {
    const bytes = Buffer.from(output.at, 'base64');
    return bytes.length === 0 || bytes.length > largest
      ? lost(`it is empty, or has more than ${largest} bytes`)
      : { kind: 'delivered', bytes, ...paid };
  }
  // A module in JavaScript may return a path of the API, which no handle names.
  if (output.kind !== 'foreign') return lost('it is named by no link');
  const { mediaType = 'video', at: link } = output;
  // A server may give two submissions equal links, to equal files.
  const handle = handleOf({ ...linkFields(link, links), mediaType, of }, 2 * longestLink);
  return handle === undefined || link.length > longestLink
    ? lost('its link is too long')
    : { kind: 'completed', handle, output: { mediaType, value: savedOutput(output) }, ...paid };
}

function lost(detail: string): SubmitOutcome {
  return { kind: 'unknown', detail: `sent; made, but ${detail}` };
}

/** A second arrival of an accepted submission would get this refusal too, so the work of the first is searched. */
async function believeUnlessFound(
  { error }: ProvenRefusal,
  findNamed: () => Promise<UpstreamHandle | null | undefined>,
): Promise<SubmitOutcome> {
  const found = await findNamed();
  if (found === null) return { kind: 'rejected', error };
  if (found !== undefined) return { kind: 'accepted', handle: found };
  const detail = `refused, possibly because the submission had arrived before: ${error.detail}`;
  return { kind: 'unknown', detail };
}

const scopes = { internal: 'request', unavailable: 'endpoint', login: 'account' } as const;

/** Returns the error of a submission of which no byte was sent. */
export function notSent(
  kind: 'internal' | 'unavailable' | 'login',
  detail: string,
  scope: UpstreamError['scope'] = scopes[kind],
): { readonly kind: 'rejected'; readonly error: UpstreamError } {
  const charge = 'not-charged';
  return { kind: 'rejected', error: { kind, scope, charge, retryAfterMs: null, detail } };
}
