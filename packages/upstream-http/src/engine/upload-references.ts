import { type StagingOutcome, whyUnanswered } from '@filmgate/core';
import type { EndpointRefusal } from './endpoint-refusals.ts';
import { fillBody, type FilledBody } from './fill-body.ts';
import type { ProviderDescription, UploadRule } from './provider-description.ts';
import { proveRefusal } from './prove-refusal.ts';
import type { JsonRead } from './read-task.ts';
import type { Order } from './staged-past.ts';
import { notSent } from './submit-once.ts';

/** Maximum length of a location, in characters. */
const longestLocation = 2_000;

/** The parts for sending uploads with one account. */
export interface UploadParts {
  /** Sends a request that orders nothing. */
  readonly post: (path: string, body: FilledBody) => Promise<JsonRead>;
  /** The refusals that the operator declares for the endpoint. */
  readonly declared: readonly EndpointRefusal[];
  /** Removes secrets from a provider's text. */
  readonly fit: (words: string) => string;
}

type Rejected = Extract<StagingOutcome, { readonly kind: 'rejected' }>;

/** Uploads the references of an order that its protocol names by location, and returns their locations by digest. */
export async function uploadReferences(
  description: ProviderDescription,
  { request, readAsset, signal }: Pick<Order, 'request' | 'readAsset' | 'signal'>,
  parts: UploadParts,
): Promise<{ readonly kind: 'uploaded'; readonly locations: Locations } | Rejected> {
  const { upload } = description;
  const locations: { [sha256: string]: string } = {};
  for (const reference of request.references) {
    if (upload?.isFor(reference) !== true || locations[reference.sha256] !== undefined) continue;
    const call = upload.build(reference);
    const body = await fillBody(call, { readAsset, linkAsset: undefined }).catch(() => undefined);
    if (body === undefined && !signal.aborted)
      return notSent('internal', 'a reference could not be read');
    if (body === undefined || signal.aborted) return notUploaded('no response in time');
    let response: JsonRead;
    try {
      response = await parts.post(call.path, body);
    } catch (error) {
      const why = whyUnanswered(error) ?? (signal.aborted ? 'no response in time' : undefined);
      // A fault of another kind, such as a credential of another form, is reported by the submission.
      if (why === undefined) break;
      return notUploaded(why);
    }
    const location = locationIn(upload, response);
    if (location === undefined) return refusalOf(description, response, parts);
    locations[reference.sha256] = location;
  }
  return { kind: 'uploaded', locations };
}

function notUploaded(why: string): Rejected {
  return notSent('unavailable', `not sent: a reference was not uploaded: ${why}`);
}

/** Locations at the provider, by the digests of references. */
export type Locations = { readonly [sha256: string]: string };

function locationIn(upload: UploadRule, { status, json }: JsonRead): string | undefined {
  if (json === undefined || status < 200 || status > 299) return undefined;
  const location = upload.read(json);
  return location === undefined || location.length > longestLocation ? undefined : location;
}

/** Returns the refusal of an upload. The order was not sent, whatever its words. */
function refusalOf(
  description: ProviderDescription,
  { status, json, retryAfterMs: askedMs }: JsonRead,
  { declared, fit }: UploadParts,
): Rejected {
  const said = { status, body: json?.body };
  const proven = proveRefusal(description, said, { declared, askedMs, fit });
  return proven === undefined
    ? notSent('unavailable', `not sent: the upload of a reference got ${status}`)
    : { kind: 'rejected', error: proven.error };
}
