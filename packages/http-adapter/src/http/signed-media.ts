import {
  type ApiUsers,
  type Clock,
  fileExtension,
  type Gateway,
  type Job,
  type JobReader,
  type Logger,
  type OwnedJobId,
} from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ByteServer } from './byte-server.ts';
import { lostResult } from './lost-result.ts';
import { noteRequest } from './request-log.ts';
import { errorCodeIn } from './error-codes.ts';
import type { SurfaceFailure } from './failure-responses.ts';
import { openToPages } from './open-to-pages.ts';
import { variantProblem } from './result-variant.ts';
import { noValidation } from './route-compilers.ts';
import { sendStoredFile } from './send-stored-file.ts';
import {
  isSignedPathValid,
  isUnexpired,
  type SignedQuery,
  signUrl,
  type UrlSigner,
} from './signed-url.ts';
import type { ProgrammaticErrors, TransportFailureKind } from './transport-failure.ts';

/** Returns the file name of a job's result below `/media`; before it exists, for the type most providers make. */
function resultFile({ id, request, result }: Pick<Job, 'id' | 'request' | 'result'>): string {
  const usual = { video: 'mp4', image: 'png' }[request.mediaType];
  return `${id}.${result === null ? usual : fileExtension(result.contentType)}`;
}

/** Links that play a job's result without a credential [media.no-header] [local.result.url]. */
export interface MediaLinks {
  /** Returns a link for the stored result; undefined before it is stored, after its removal, and for owners without. */
  linkTo(job: Job): Promise<string | undefined>;
  /** Returns the link as `linkTo` does, for a caller that has read the owner's link epoch. */
  linkIn(job: Job, epoch: number | null): string | undefined;
  /** Returns true if a query may be one of ours; call it before looking the job up. */
  isUnexpired(query: SignedQuery): boolean;
  /**
   * Returns true if we signed a link's query for this file, it has not expired, and it was not revoked. Without an
   * owner, as for a job that is gone, only links signed before any revocation are valid.
   */
  isValid(file: string, owner: string | undefined, query: SignedQuery): Promise<boolean>;
}

export interface MediaLinksOptions {
  readonly signer: UrlSigner;
  readonly publicUrl: () => string;
  readonly clock: Pick<Clock, 'now'>;
  /** Read at each use, because links can be revoked at any time (I12). */
  readonly linkEpoch: ApiUsers['linkEpoch'];
  /** Expiry of a link for a stored result, in Unix seconds; undefined = no link. */
  readonly expiresAt: (job: Job, nowMs: number) => number | undefined;
}

interface SignedLink {
  readonly expires: number;
  readonly epoch: number;
  readonly publicUrl: string;
  readonly url: string;
}

function mediaPath(file: string): string {
  return `/media/${file}`;
}

export function createMediaLinks(options: MediaLinksOptions): MediaLinks {
  const { signer, clock, linkEpoch, expiresAt } = options;
  // Signing costs more than anything else in responding to a poll; within one second the link is the same.
  const signed = new WeakMap<Job, SignedLink>();
  const linkIn = (job: Job, epoch: number | null): string | undefined => {
    const now = clock.now();
    if (!hasResult(job, now)) return undefined;
    const expires = expiresAt(job, now);
    if (expires === undefined || epoch === null) return undefined;
    const publicUrl = options.publicUrl();
    const known = signed.get(job);
    const isSame = known?.expires === expires && known.epoch === epoch;
    if (isSame && known.publicUrl === publicUrl) return known.url;
    const url = signUrl({ signer, publicUrl, path: mediaPath(resultFile(job)), expires, epoch });
    signed.set(job, { expires, epoch, publicUrl, url });
    return url;
  };
  return {
    async linkTo(job) {
      if (!hasResult(job, clock.now())) return undefined;
      return linkIn(job, await linkEpoch(job.owner));
    },
    linkIn,
    isUnexpired: (query) => isUnexpired(query, clock.now()),
    async isValid(file, owner, query) {
      const epoch = owner === undefined ? 0 : await linkEpoch(owner);
      if (epoch === null) return false;
      return isSignedPathValid({ signer, path: mediaPath(file), query, nowMs: clock.now(), epoch });
    },
  };
}

function hasResult({ state, result, resultExpiresAt }: Job, now: number): boolean {
  return (
    state === 'completed' && result !== null && (resultExpiresAt === null || resultExpiresAt > now)
  );
}

/** A programmatic surface's words for faults of a request for a result. */
export interface ResultWords {
  readonly errorShape: Pick<
    ProgrammaticErrors<TransportFailureKind>,
    'failureBody' | 'sendFailure' | 'unknownPath'
  >;
  /** The one response for unknown, foreign, unfinished and removed results: nothing in it distinguishes them (I11). */
  readonly notFound: SurfaceFailure<'job-not-found'>;
  /** The surface's word for a result: `video` or `file`. */
  readonly noun: string;
}

/** The parts that sending results needs. */
interface ResultSource {
  readonly deps: { readonly gateway: Pick<Gateway, 'openResult'>; readonly log: Logger };
  readonly bytes: ByteServer;
}

/** The job whose result to send, and the way to send it. */
export interface SendResult {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly job: OwnedJobId;
  /** True to save the result under the name of the job; false to show it in place. */
  readonly isAttachment: boolean;
}

/** Sends a job's stored result, or a part of it; takes the reply over [tasks.content.range] [local.result.range]. */
export async function sendResult(
  { deps, bytes }: ResultSource,
  { errorShape, notFound, noun }: ResultWords,
  { request, reply, job, isAttachment }: SendResult,
): Promise<FastifyReply> {
  const variant = variantProblem(request);
  if (variant !== undefined)
    return errorShape.sendFailure(reply, {
      kind: 'payload-invalid',
      message: variant,
      param: 'variant',
    });
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') return errorShape.sendFailure(reply, notFound);
  noteRequest(request, { jobId: job.id });
  if (opened.kind !== 'opened') return errorShape.sendFailure(reply, lostResult(opened, noun));
  const { blob, result: file } = opened;
  const message = `The ${noun} has ${file.size} bytes.`;
  const body = errorShape.failureBody(
    { kind: 'range-not-satisfiable', message, param: 'Range' },
    reply,
  );
  const unsatisfiable = { body, errorCode: errorCodeIn(reply, 'range_not_satisfiable') };
  return sendStoredFile(
    { bytes, log: deps.log },
    { request, reply, jobId: job.id, opened: { blob, file }, isAttachment, unsatisfiable },
  );
}

/** The response with a result, for the OpenAPI document. */
export const mediaResponse = {
  description: 'Video or image, an MP4 or PNG for most models, or a part with Range.',
  content: {
    'video/*': { schema: z.string().meta({ format: 'binary' }) },
    'image/*': { schema: z.string().meta({ format: 'binary' }) },
  },
};

const mediaQuery = z.object({ expires: z.string().optional(), signature: z.string().optional() });

/** A surface's own parts of its route for signed links. */
export interface MediaRoute {
  readonly words: ResultWords;
  readonly signatureInvalid: string;
  /** The form of its job ids. */
  readonly jobId: RegExp;
  /** For the OpenAPI document. */
  readonly described: {
    readonly tags: readonly string[];
    readonly summary: string;
    readonly file: string;
    readonly response: { readonly [status: string]: unknown };
  };
}

/** `GET` and `HEAD` on `/media/<file>`, from any origin: the signature is the only credential [media.any-origin]. */
export function registerMedia(
  app: FastifyInstance,
  context: ResultSource & {
    readonly links: MediaLinks;
    readonly deps: { readonly jobs: Pick<JobReader, 'find'> };
  },
  { words, signatureInvalid: message, jobId, described }: MediaRoute,
): void {
  const { links, deps } = context;
  const { sendFailure, unknownPath } = words.errorShape;
  app.route<{ Params: { file: string }; Querystring: z.infer<typeof mediaQuery> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    onRequest: (_request, reply, done) => {
      openToPages(reply);
      done();
    },
    schema: {
      tags: described.tags,
      summary: described.summary,
      security: [],
      params: z.object({ file: z.string().meta({ description: described.file }) }),
      querystring: mediaQuery,
      response: described.response,
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const { file } = request.params;
      const [, id = ''] = /^([^.]*)\.[a-z0-9]{2,4}$/.exec(file) ?? [];
      if (!jobId.test(id)) return sendFailure(reply, unknownPath);
      const { query } = request;
      const job = links.isUnexpired(query) ? await deps.jobs.find(id) : undefined;
      if (!(await links.isValid(file, job?.owner, query)))
        return sendFailure(reply, { kind: 'signature-invalid', message });
      if (job === undefined || resultFile(job) !== file) return sendFailure(reply, words.notFound);
      return sendResult(context, words, { request, reply, job, isAttachment: false });
    },
  });
}
