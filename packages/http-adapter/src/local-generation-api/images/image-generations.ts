import type { Job } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { announceRetirement } from '../../http/announce-retirement.ts';
import { noteAskedModel } from '../../http/request-log.ts';
import { lostResult } from '../../http/lost-result.ts';
import { isFields } from '../../http/field-reader.ts';
import { formFields, MultipartForm } from '../../http/multipart-body.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { type LocalContext, resultLink } from '../context.ts';
import { serviceKeySecurity } from '../credentials.ts';
import { errorResponses, type Failure, sendFailure } from '../failure.ts';
import {
  acceptGeneration,
  type AwaitedJob,
  awaitGenerations,
  type EndedGeneration,
} from '../generation.ts';
import {
  decodeImageEdit,
  decodeImageRequest,
  imageBody,
  imageEditBody,
  type ImageGeneration,
} from './image-request.ts';

/** Response of the image endpoint. */
export const imageList = z.object({
  created: z.int().meta({ description: 'Unix seconds.' }),
  data: z.array(
    z.union([
      z.object({ url: resultLink }),
      z.object({ b64_json: z.string().meta({ description: 'PNG in base64.' }) }),
    ]),
  ),
});

/** Returns the stored bytes of a completed job, whole; for images, which are small. */
async function readResult({ deps }: LocalContext, job: Job): Promise<Buffer | Failure> {
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') throw new Error(`The result of ${job.id} is missing.`);
  // A repeated call would make another image.
  if (opened.kind !== 'opened') return { ...lostResult(opened, 'image'), unsafeToRetry: true };
  const { blob } = opened;
  try {
    const bytes = Buffer.alloc(blob.size);
    let position = 0;
    while (position < bytes.length) {
      const read = await blob.readInto(bytes.subarray(position), position);
      if (read === 0) throw new Error(`The result of ${job.id} is shorter than recorded.`);
      position += read;
    }
    return bytes;
  } finally {
    await blob.close();
  }
}

const routes = {
  generations: {
    url: '/v1/images/generations',
    summary: 'Generate images, and wait for them',
    body: imageBody,
    consumes: ['application/json'],
    decode: decodeImageRequest,
  },
  edits: {
    url: '/v1/images/edits',
    summary: 'Generate images from images, and wait for them',
    body: imageEditBody,
    consumes: ['application/json', 'multipart/form-data'],
    decode: decodeImageEdit,
  },
} as const;

/** `POST /v1/images/generations` or `/v1/images/edits` [local.images.success]: image models only. */
export function registerImages(
  app: FastifyInstance,
  context: LocalContext,
  route: keyof typeof routes,
): void {
  const { url, summary, body, consumes, decode } = routes[route];
  const description =
    'Each of the `n` images is a separate generation. If one fails, the call fails and lists the others.';
  app.post(url, {
    schema: {
      tags: ['Generation'],
      summary,
      description,
      body,
      consumes: [...consumes],
      security: serviceKeySecurity,
      response: { 200: imageList, ...errorResponses },
    },
    bodyLimit: context.settings.createBodyBytes,
    validatorCompiler: noValidation,
    handler: (request, reply) => generate(context, decode, { request, reply }),
  });
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function generate(
  context: LocalContext,
  decode: typeof decodeImageRequest,
  { request, reply }: Call,
): Promise<FastifyReply> {
  const { jobs, failure, form } = await accept(context, decode, { request, reply });
  if (failure !== undefined) return sendFailure(reply, amongOthers(failure, jobs));
  const ends = await awaitGenerations(context, reply, jobs);
  const failed = ends.find((end) => end.kind === 'failed')?.failure;
  if (failed !== undefined) {
    return sendFailure(
      reply,
      amongOthers(
        failed,
        jobs.filter((_, index) => isPaid(ends[index])),
      ),
    );
  }
  const completed = ends.filter((end) => end.kind === 'completed');
  const created = Math.floor(context.deps.clock.now() / 1000);
  const data = await Promise.all(completed.map((end) => encode(context, end, form)));
  const lost = data.find((one) => 'kind' in one);
  if (lost !== undefined) return sendFailure(reply, lost);
  return sendText(reply, JSON.stringify({ created, data }));
}

/** Accepts a call. Only what the wait needs is returned: images of many megabytes must not be held during the wait. */
async function accept(
  context: LocalContext,
  decode: typeof decodeImageRequest,
  { request, reply }: Call,
): Promise<Accepted & Pick<ImageGeneration, 'form'>> {
  const { gateway, clock, digest } = context.deps;
  const catalog = gateway.catalog();
  const body = fieldsOf(request.body);
  if (isFields(body)) noteAskedModel(request, body['model'], catalog);
  const decoded = decode(body, { ...context.settings, catalog, digest });
  request.body = undefined;
  if (decoded.kind === 'refused') return { jobs: [], failure: decoded.failure, form: 'url' };
  const { offer, form } = decoded;
  if (offer.kind === 'offered')
    announceRetirement(reply, offer.draft, { catalog, now: clock.now() });
  return { ...(await acceptAll(context, request, decoded)), form };
}

/** The accepted jobs, and the reason that the others were not. */
interface Accepted {
  readonly jobs: readonly AwaitedJob[];
  readonly failure: Failure | undefined;
}

/** Returns the fields of a form as those of JSON: its numbers are texts, and an empty text is an absent field. */
function fieldsOf(body: unknown): unknown {
  if (!(body instanceof MultipartForm)) return body;
  const { n, ...others } = formFields(body);
  return { ...others, n: typeof n === 'string' && /^\d{1,3}$/.test(n) ? Number(n) : n };
}

async function acceptAll(
  context: LocalContext,
  request: FastifyRequest,
  generation: ImageGeneration,
): Promise<Accepted> {
  const jobs: AwaitedJob[] = [];
  while (jobs.length < generation.count) {
    const accepted = await acceptGeneration(context, request, generation);
    if (accepted.kind === 'refused') {
      for (const { id } of jobs) context.retries.left(id, true);
      return { jobs, failure: accepted.failure };
    }
    jobs.push(accepted.job);
  }
  return { jobs, failure: undefined };
}

/** Returns true if the image was made, or may still be made. */
function isPaid(end: EndedGeneration | undefined): boolean {
  if (end === undefined || end.kind === 'completed') return true;
  const { kind, unsafeToRetry } = end.failure;
  return unsafeToRetry === true || kind === 'generation-timeout' || kind === 'outcome-unknown';
}

/** If others were made or are in progress, a repeated call would pay for them once more. */
function amongOthers(failure: Failure, others: readonly AwaitedJob[]): Failure {
  if (others.length === 0) return failure;
  const names = others.map(({ id }) => id).join(', ');
  const message = `${failure.message} Also generated or in progress: ${names}.`;
  return { ...failure, message, unsafeToRetry: true };
}

async function encode(
  context: LocalContext,
  { job, url }: { readonly job: Job; readonly url: string },
  form: ImageGeneration['form'],
): Promise<{ readonly url: string } | { readonly b64_json: string } | Failure> {
  if (form === 'url') return { url };
  const read = await readResult(context, job);
  return Buffer.isBuffer(read) ? { b64_json: read.toString('base64') } : read;
}
