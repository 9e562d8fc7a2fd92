import type {
  ApiUsers,
  Clock,
  Digest,
  Logger,
  Gateway,
  IdSource,
  JobEvents,
  JobReader,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { CallLog } from '../mechanics/call-destination.ts';
import type { UrlSigner } from '../mechanics/signed-url.ts';
import type { VideoTaskApiChoices } from './settings.ts';

/** Whose a request is, as the program around says; `message` is for the caller, who is answered 401 `api_key_invalid`. */
export type Authenticated =
  | { readonly kind: 'owner'; readonly owner: string }
  | { readonly kind: 'refused'; readonly message: string };

/** What the Video Task API needs from the composition root. */
export interface VideoTaskApiDeps {
  readonly gateway: Gateway;
  /**
   * Says whose a request of the compatible routes is, by whatever the program around goes by: a session cookie, a client
   * certificate. It decides alone, at each request and again while a live connection is open; absent, callers come with the key of
   * an API user. What it throws with a status reaches the program's own error handler. Requests that cookies let in are to be
   * guarded against pages of other sites by the program.
   */
  readonly authenticate?: (request: FastifyRequest) => Authenticated | Promise<Authenticated>;
  readonly apiUsers: Pick<ApiUsers, 'authenticate' | 'linkEpoch'>;
  /**
   * Finds the job behind a signed URL, whoever owns it: the signature is the permission. Tells who resumes live events
   * what changed meanwhile. Finds the task that a creation made, by the creation's key.
   */
  readonly jobs: Pick<JobReader, 'find' | 'findByKey' | 'changedSince'>;
  /** Tells of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** API user keys: their form, and the digest they are looked up by. */
  readonly keys: {
    digestOf(key: string): string;
    isWellFormed(key: string): boolean;
  };
  /** Whether a key is the native API's, compared in constant time; null while none is configured. */
  readonly upstreamKeyMatches: (presented: string) => boolean | null;
  readonly signer: UrlSigner;
  /** Where calls are logged; absent = nowhere. Signed media links are not calls of this API. */
  readonly callLog?: CallLog;
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** What differs from `defaultVideoTaskApiSettings`. */
  readonly settings?: VideoTaskApiChoices;
}
