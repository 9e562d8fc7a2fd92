import { Readable } from 'node:stream';
import type { Job } from '@filmgate/core';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from 'fastify';
import { z } from 'zod';
import { announceRetirement } from '../http/announce-retirement.ts';
import { noteAskedModel } from '../http/request-log.ts';
import { isFields } from '../http/field-reader.ts';
import { formFields, MultipartForm } from '../http/multipart-body.ts';
import { noValidation, sendText } from '../http/route-compilers.ts';
import { base64List } from './base64-images.ts';
import type { AwaitedJob, GenerationContext, GenerationFault } from './generation-context.ts';
import { isCharged } from './job-failure.ts';
import { acceptGeneration, awaitGenerations, type EndedGeneration } from './generation.ts';
import { decodeImageEdit, decodeImageRequest, type ImageGeneration } from './image-request.ts';

/** Response of the image endpoints. */
export const imageList = z.object({
  created: z.int().meta({ description: 'Unix seconds.' }),
  data: z.array(
    z.union([
      z.object({
        url: z.url().meta({ description: 'Works without credentials.' }),
      }),
      z.object({ b64_json: z.string().meta({ description: 'PNG in base64.' }) }),
    ]),
  ),
});

const endpoints = {
  generations: {
    url: '/v1/images/generations',
    summary: 'Generate images, and wait for them',
    consumes: ['application/json'],
    decode: decodeImageRequest,
  },
  edits: {
    url: '/v1/images/edits',
    summary: 'Generate images from images, and wait for them',
    consumes: ['application/json', 'multipart/form-data'],
    decode: decodeImageEdit,
  },
} as const;

/** A surface's own parts of an image route. */
export interface ImageRoute extends Pick<RouteShorthandOptions, 'onRequest' | 'preParsing'> {
  readonly endpoint: keyof typeof endpoints;
  readonly schema: FastifySchema;
}

/** `POST /v1/images/generations` or `/v1/images/edits` [local.images.success]: image models only. */
export function registerImages(
  app: FastifyInstance,
  context: GenerationContext,
  { endpoint, schema, ...hooks }: ImageRoute,
): void {
  const { url, summary, consumes, decode } = endpoints[endpoint];
  app.post(url, {
    ...hooks,
    schema: { ...schema, summary, consumes: [...consumes] },
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
  context: GenerationContext,
  decode: typeof decodeImageRequest,
  { request, reply }: Call,
): Promise<FastifyReply> {
  const { jobs, fault, form } = await accept(context, decode, { request, reply });
  if (fault !== undefined) return context.refuse(reply, fault, jobs);
  const ends = await awaitGenerations(context, reply, jobs);
  const failed = ends.find((end) => end.kind === 'failed')?.fault;
  if (failed !== undefined) {
    const paid = jobs.filter((_, index) => isPaid(ends[index]));
    return context.refuse(reply, failed, paid);
  }
  const completed = ends.filter((end) => end.kind === 'completed');
  const created = Math.floor(context.deps.clock.now() / 1000);
  if (form === 'url') {
    const data = completed.map(({ url }) => ({ url }));
    return sendText(reply, JSON.stringify({ created, data }));
  }
  const found = await Promise.all(completed.map(({ job }) => lossOf(context, job)));
  const lost = found.find((loss) => loss !== undefined);
  if (lost !== undefined) return context.refuse(reply, lost, []);
  const list = { created, jobs: completed.map(({ job }) => job) };
  return sendText(reply, Readable.from(base64List(context.deps.gateway, list)));
}

/** Accepts a call. Only what the wait needs is returned: images of many megabytes must not be held during the wait. */
async function accept(
  context: GenerationContext,
  decode: typeof decodeImageRequest,
  { request, reply }: Call,
): Promise<Accepted & Pick<ImageGeneration, 'form'>> {
  const { gateway, clock, digest } = context.deps;
  const catalog = gateway.catalog();
  const body = fieldsOf(request.body);
  if (isFields(body)) noteAskedModel(request, body['model'], catalog);
  const { surface } = context;
  const decoded = decode(body, { ...context.settings, surface, catalog, digest });
  request.body = undefined;
  if (decoded.kind === 'refused')
    return { jobs: [], fault: { kind: 'unusable', failure: decoded.failure }, form: 'url' };
  const { offer, form } = decoded;
  if (offer.kind === 'offered')
    announceRetirement(reply, offer.draft, { catalog, now: clock.now() });
  return { ...(await acceptAll(context, { request, reply }, decoded)), form };
}

/** The accepted jobs, and the reason that the others were not. */
interface Accepted {
  readonly jobs: readonly AwaitedJob[];
  readonly fault: GenerationFault | undefined;
}

/** Returns the fields of a form as those of JSON: its numbers are texts, and an empty text is an absent field. */
function fieldsOf(body: unknown): unknown {
  if (!(body instanceof MultipartForm)) return body;
  const { n, ...others } = formFields(body);
  return { ...others, n: typeof n === 'string' && /^\d{1,3}$/.test(n) ? Number(n) : n };
}

async function acceptAll(
  context: GenerationContext,
  { request, reply }: Call,
  generation: ImageGeneration,
): Promise<Accepted> {
  const jobs: AwaitedJob[] = [];
  while (jobs.length < generation.count) {
    const accepted = await acceptGeneration(context, request, generation);
    if (accepted.kind === 'refused') {
      for (const { id } of jobs) context.retries.left(id, true);
      return { jobs, fault: accepted.fault };
    }
    if (accepted.isReplay) reply.header('idempotency-replayed', 'true');
    jobs.push(accepted.job);
  }
  return { jobs, fault: undefined };
}

/** Returns true if the image was made, or may still be made. */
function isPaid(end: EndedGeneration | undefined): boolean {
  if (end?.kind !== 'failed' || end.fault.kind !== 'failed') return true;
  return isCharged(end.fault.job);
}

/** Returns the reason why a completed job has no file to send; undefined if it has one. */
async function lossOf({ deps }: GenerationContext, job: Job): Promise<GenerationFault | undefined> {
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') return { kind: 'removed', id: job.id };
  if (opened.kind !== 'opened') return { kind: 'lost', lost: opened };
  await opened.blob.close();
  return undefined;
}
