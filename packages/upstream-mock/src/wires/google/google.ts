import * as z from 'zod';
import { google as facts } from '@filmgate/provider-facts';
import { type CredentialReading, readBearer } from '../../engine/authorization.ts';
import { createWire } from '../../engine/described-wire.ts';
import { resultReply } from '../../results/result-reply.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import type { PersonalityCall } from '../../engine/personality.ts';
import { end, other, read, type ReadSubmissionBody, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import {
  emptyReply,
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { contentOf, imageBody, withheldContent } from './google-image.ts';
import { interactionOf, interactionBody } from './google-interaction.ts';
import { isGemini, operationOf, operationBody } from './google-operation.ts';

/** Resource of a model of Vertex, with or without its project, or of the Gemini API. */
const modelForm =
  /^(?:(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/)?models\/[^/]+$/;

const readOperation: ReadSubmissionBody = (call) => {
  const resource = call.values['resource'] ?? '';
  return modelForm.test(resource) ? operationBody(resource)(call) : undefined;
};

/** Google: long-running operations of Vertex, with videos inline; interactions and images of the Gemini API. */
export const createGoogle = createWire({
  facts,
  credential: readCredential,
  taskId: (digits) => `v1_${digits}`,
  missing: 'NOT_FOUND',
  missingModel: 'NOT_FOUND',
  // Files are kept for two days (ai.google.dev/gemini-api/docs/files, read 2026-11-22).
  kept: { fileMs: 48 * 3_600_000 },
  error: ({ code, status, message }) =>
    jsonReply(status, { error: { code: status, message, status: code.split('.')[0] } }),
  accepted: (report) => jsonReply(200, interactionOf(report, null)),
  routes: [
    submission('predict', '/{version}/{+resource}:predictLongRunning', {
      read: readOperation,
      taskId: uuidOf,
      accepted: (report) => jsonReply(200, operationOf(report)),
    }),
    read('fetch', '/{version}/{+resource}:fetchPredictOperation', {
      respond: operationReply,
      find: namedOperation,
      method: 'POST',
    }),
    read('operation', '/v1beta/models/{model}/operations/{id}', {
      respond: operationReply,
      find: (call) => operation(call, `models/${call.values['model']}`, call.values['id']),
    }),
    submission('generate', '/v1beta/models/{model}:generateContent', {
      read: imageBody,
      wait: () => ({ respond: respondWithImage }),
    }),
    submission('create', '/{version}/interactions', interactionBody),
    read('status', '/{version}/interactions/{id}', {
      respond: interactionReply,
      find: ownInteraction,
    }),
    end('cancel', '/{version}/interactions/{id}/cancel', {
      act: cancel,
      find: ownInteraction,
      method: 'POST',
    }),
    end('delete', '/{version}/interactions/{id}', { act: remove, find: ownInteraction }),
    other('models', '/v1beta/models', () => jsonReply(200, { models: [] })),
    other('download', '/v1beta/files/{id}:download', download),
  ],
});

/** The API key of a call, in its header or its URL, or else the access token of a `Bearer` header. */
function readCredential(call: Pick<PersonalityCall, 'header' | 'url'>): CredentialReading {
  const key = call.header('x-goog-api-key') ?? call.url.searchParams.get('key');
  if (key === null) return readBearer(call);
  return /^\S{1,4096}$/.test(key) ? { kind: 'account', account: key } : { kind: 'malformed' };
}

function ownInteraction({ account, values, space }: WireCall): MockJob | undefined {
  const job = space.ownJob(account, values['id'] ?? '');
  return job?.echo['delivery'] === undefined ? undefined : job;
}

function cancel(job: MockJob, { space, base }: WireCall): ProviderResponse {
  const { world } = space;
  const state = world.jobs.stateOf(job);
  if (state !== 'queued' && state !== 'running') return space.refuse('FAILED_PRECONDITION');
  world.jobs.cancel(job.id);
  const report = space.report(world.jobs.find(job.id) ?? job, { base });
  return jsonReply(200, interactionOf(report, null));
}

function remove(job: MockJob, { space }: WireCall): ProviderResponse {
  space.world.jobs.erase(job.id);
  return jsonReply(200, {});
}

/** The operation of this id, if it is of this model. */
function operation({ account, space }: WireCall, resource = '', id = ''): MockJob | undefined {
  const job = space.ownJob(account, id);
  return job?.echo['resource'] === stripMagicTokens(resource) ? job : undefined;
}

const fetchSchema = z.object({ operationName: z.string().min(1).max(400) });

async function namedOperation(call: WireCall): Promise<MockJob | ProviderResponse | undefined> {
  const body = await readJsonBody(call, fetchSchema);
  if (body.kind === 'read')
    return operation(call, ...body.value.operationName.split('/operations/'));
  return body.kind === 'too-long'
    ? call.space.invalid(null, 'The body is too long.')
    : call.space.invalid(body.field, body.message);
}

async function operationReply(report: TaskReport, call: WireCall): Promise<ProviderReply> {
  if (!hasVideo(report, call)) return jsonReply(200, operationOf(report));
  if (isGemini(report.job)) return jsonReply(200, operationOf(report, { uri: fileOf(report) }));
  return withBytes(report, call, (bytesBase64Encoded, mimeType) =>
    operationOf(report, { bytesBase64Encoded, mimeType }),
  );
}

async function interactionReply(report: TaskReport, call: WireCall): Promise<ProviderReply> {
  if (!hasVideo(report, call)) return jsonReply(200, interactionOf(report, null));
  if (report.job.echo['delivery'] === 'uri')
    return jsonReply(200, interactionOf(report, { uri: fileOf(report) }));
  return withBytes(report, call, (data) => interactionOf(report, { data }));
}

/** The image itself, or the error in place of it. */
async function respondWithImage(report: TaskReport, call: WireCall): Promise<ProviderResponse> {
  const { job, state, failure } = report;
  if (failure === facts.failures.policy) return jsonReply(200, withheldContent(report));
  const made = state === 'completed' ? await call.space.results.read(job, null, true) : undefined;
  if (made?.kind !== 'served' || made.reply.kind !== 'response')
    return call.space.refuse('INTERNAL');
  const { body, contentType: mimeType } = made.reply;
  return jsonReply(200, contentOf(job, { mimeType, data: Buffer.from(body).toString('base64') }));
}

/** False also if the job is only reported as completed, or if a token withholds the video this time. */
function hasVideo(report: TaskReport, { space: { world } }: WireCall): boolean {
  return world.jobs.stateOf(report.job) === 'completed' && report.url !== null;
}

/** URL of a job's file, which requires the key of its account. */
function fileOf({ job, base }: TaskReport): string {
  return `${base}/v1beta/files/${job.id}:download?alt=media`;
}

/** A file is available to its account only; it redirects to another address, which needs no key. */
function download({ account, values, space, base }: WireCall): ProviderResponse | undefined {
  const job = space.ownJob(account, values['id'] ?? '');
  if (job === undefined || space.world.jobs.stateOf(job) !== 'completed') return undefined;
  return { ...emptyReply(302), headers: { location: space.links.to(job, base) } };
}

/** A response with the video inside, to which tokens about reading the file apply. */
async function withBytes(
  { job, base }: TaskReport,
  { space }: WireCall,
  bodyOf: (base64: string, mimeType: string) => object,
): Promise<ProviderReply> {
  const reading = await space.results.read(job, null, true);
  const reply = resultReply(reading, { job, base, links: space.links }, (kind) =>
    space.refuse(kind === 'forbidden' ? 'PERMISSION_DENIED' : 'NOT_FOUND'),
  );
  if (reply.kind !== 'response' || reply.status !== 200) return reply;
  const bytes = Buffer.from(reply.body.subarray(0, reply.cutAfter ?? reply.body.length));
  return jsonReply(200, bodyOf(bytes.toString('base64'), reply.contentType));
}
