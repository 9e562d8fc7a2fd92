import * as z from 'zod';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../../http/provider-request.ts';
import type { MockJob, MockJobState } from '../../job/mock-job.ts';
import { changedAt } from '../../job/reported-job.ts';
import { type CredentialReading, readBearer } from '../../engine/authorization.ts';
import { decodedSegment } from '../../engine/decoded-segment.ts';
import { type BodyReading, readJsonBody } from '../../engine/json-body.ts';
import { isMissingModel } from '../../engine/missing-model.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { uuidOf } from '../../engine/task-id.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { googleErrorReply, googleErrors } from './google-errors.ts';
import { googleInteraction, googleInteractionSchema } from './google-interaction.ts';
import { googleOperation, googleOperationSchema, isGemini } from './google-operation.ts';
import { inlineVideo } from './inline-video.ts';

const wire = 'google';

/** Files are kept for two days (ai.google.dev/gemini-api/docs/files, read 2026-11-22). */
const keptMs = 48 * 3_600_000;

const fetchSchema = z.object({ operationName: z.string().min(1).max(400) });

const common = {
  wire,
  errors: googleErrors,
  error: googleErrorReply,
  garbled: '{"name":"',
  unknownTask: () => googleErrorReply(rowOf(googleErrors, 'NOT_FOUND')),
} as const;

const operations: Dialect = {
  ...common,
  taskId: uuidOf,
  accepted: (job) => jsonReply(200, googleOperation(job, 'queued', null)),
  acceptedWithoutId: () => jsonReply(200, {}),
};

const begun = (job: MockJob) =>
  googleInteraction({ job, state: 'queued', updatedAt: job.acceptedAt, video: null });

const interactions: Dialect = {
  ...common,
  taskId: (digits) => `v1_${digits}`,
  accepted: (job) => jsonReply(200, begun(job)),
  acceptedWithoutId: (job) => jsonReply(200, { ...begun(job), id: undefined }),
};

/** Google: long-running operations of Vertex, with videos inline, and interactions of the Gemini API. */
export function createGoogle(context: PersonalityContext): Personality {
  return new Google(context);
}

class Google implements Personality {
  readonly #context: PersonalityContext;
  readonly #operations: DialectRuntime;
  readonly #interactions: DialectRuntime;
  readonly links: ResultLinks;

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#operations = createDialectRuntime(context.world, operations);
    this.#interactions = createDialectRuntime(context.world, interactions);
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { pathname } = call.url;
    const admission = this.#operations.admit(readGoogleCredential(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const [, resource, verb] =
      /^\/v1(?:beta1?)?\/((?:(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/)?models\/[^/]+?):(predictLongRunning|fetchPredictOperation)$/.exec(
        pathname,
      ) ?? [];
    if (resource !== undefined) {
      if (call.method !== 'POST') return this.#refuse('NOT_FOUND');
      return verb === 'predictLongRunning'
        ? this.#predict(account, call, decodedSegment(resource))
        : this.#fetchOperation(account, call);
    }
    const [, gemini, id = ''] =
      /^\/v1beta\/(models\/[^/]+)\/operations\/([\w-]{1,80})$/.exec(pathname) ?? [];
    if (gemini !== undefined && call.method === 'GET')
      return this.#operation(account, call, { resource: decodedSegment(gemini), id });
    const [, file] = /^\/v1beta\/files\/([\w-]{1,80}):download$/.exec(pathname) ?? [];
    if (file !== undefined) return this.#download(account, call, file);
    return this.#interact(account, call);
  }

  async #predict(account: string, call: PersonalityCall, resource: string): Promise<ProviderReply> {
    const body = await readJsonBody(call, googleOperationSchema);
    if (body.kind !== 'read') return this.#invalid(body);
    const model = resource.slice(resource.lastIndexOf('/') + 1);
    if (isMissingModel(model)) return this.#refuse('NOT_FOUND');
    return this.#operations.submit(account, {
      ...body.value,
      model,
      correlationId: body.digest,
      wire,
      echo: { resource: stripMagicTokens(resource) },
    });
  }

  async #fetchOperation(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readJsonBody(call, fetchSchema);
    if (body.kind !== 'read') return this.#invalid(body);
    const [resource = '', id = ''] = body.value.operationName.split('/operations/');
    return this.#operation(account, call, { resource, id });
  }

  async #operation(
    account: string,
    call: PersonalityCall,
    { resource, id }: { readonly resource: string; readonly id: string },
  ): Promise<ProviderReply> {
    const job = this.#operations.ownJob(account, id);
    if (job === undefined || job.echo['resource'] !== stripMagicTokens(resource))
      return this.#refuse('NOT_FOUND');
    const disturbed = this.#operations.disturbedRead(job);
    if (disturbed !== undefined) return disturbed;
    const { world, results } = this.#context;
    const state = world.reportedState(job);
    if (this.#hasNoVideo(job, state)) return jsonReply(200, googleOperation(job, state, null));
    if (isGemini(job))
      return jsonReply(200, googleOperation(job, state, { uri: fileOf(job, call) }));
    const video = await inlineVideo(job, results, (code) => this.#refuse(code));
    if (video.kind === 'instead') return video.reply;
    const { base64: bytesBase64Encoded, mimeType } = video;
    return jsonReply(200, googleOperation(job, state, { bytesBase64Encoded, mimeType }));
  }

  async #interact(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const [, path] = /^\/v1(?:beta1?)?\/interactions(.*)$/.exec(call.url.pathname) ?? [];
    if (path === '' && call.method === 'POST') return this.#begin(account, call);
    const [, id = '', verb = ''] = /^\/([\w-]{1,80})(\/cancel)?$/.exec(path ?? '') ?? [];
    const job = this.#interactions.ownJob(account, id);
    if (job?.echo['delivery'] === undefined) return this.#refuse('NOT_FOUND');
    switch (`${call.method}${verb}`) {
      case 'GET':
        return this.#interactions.disturbedRead(job) ?? this.#reported(job, call);
      case 'POST/cancel':
        return this.#interactions.cancel(job, () => this.#cancel(job, call));
      case 'DELETE':
        return this.#interactions.cancel(job, () => {
          this.#context.world.erase(job.id);
          return jsonReply(200, {});
        });
      default:
        return this.#refuse('NOT_FOUND');
    }
  }

  async #begin(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readJsonBody(call, googleInteractionSchema);
    if (body.kind !== 'read') return this.#invalid(body);
    if (isMissingModel(body.value.model)) return this.#refuse('NOT_FOUND');
    return this.#interactions.submit(account, { ...body.value, correlationId: body.digest, wire });
  }

  async #reported(job: MockJob, call: PersonalityCall): Promise<ProviderReply> {
    const { world, results } = this.#context;
    const state = world.reportedState(job);
    const facts = { job, state, updatedAt: changedAt(job, world.reportedAt(job)) };
    if (this.#hasNoVideo(job, state))
      return jsonReply(200, googleInteraction({ ...facts, video: null }));
    if (job.echo['delivery'] === 'uri') {
      const video = { uri: fileOf(job, call) };
      return jsonReply(200, googleInteraction({ ...facts, video }));
    }
    const video = await inlineVideo(job, results, (code) => this.#refuse(code));
    if (video.kind === 'instead') return video.reply;
    return jsonReply(200, googleInteraction({ ...facts, video: { data: video.base64 } }));
  }

  /** Also true if the job is only reported as completed. */
  #hasNoVideo(job: MockJob, reported: MockJobState): boolean {
    const { world } = this.#context;
    const isThere = reported === 'completed' && world.stateOf(job) === 'completed';
    return !isThere || world.spendReadFault(job, 'urlMissing');
  }

  /** Only an open job can be cancelled. */
  #cancel(job: MockJob, call: PersonalityCall): Promise<ProviderReply> | ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state !== 'queued' && state !== 'running') return this.#refuse('FAILED_PRECONDITION');
    world.cancel(job.id);
    return this.#reported(world.find(job.id) ?? job, call);
  }

  /** A file is available to its account only; it redirects to another address, which needs no key. */
  #download(account: string, call: PersonalityCall, id: string): ProviderReply {
    const job = this.#interactions.ownJob(account, id);
    const isThere = job !== undefined && this.#context.world.stateOf(job) === 'completed';
    if (!isThere || call.method !== 'GET') return this.#refuse('NOT_FOUND');
    const location = this.links.to(job, call.base);
    return { ...textReply(302, 'text/html', ''), headers: { location } };
  }

  #invalid(body: Exclude<BodyReading<unknown>, { readonly kind: 'read' }>): ProviderResponse {
    if (body.kind === 'too-long') return this.#refuse('INVALID_ARGUMENT', 'The body is too long.');
    const position = body.field === null ? '' : `${body.field}: `;
    return this.#refuse('INVALID_ARGUMENT', `${position}${body.message}`);
  }

  #refuse(code: string, message?: string): ProviderResponse {
    return this.#operations.refuse(code, message);
  }
}

/** URL of a job's file, which requires the key of its account. */
function fileOf({ id }: MockJob, { base }: PersonalityCall): string {
  return `${base}/v1beta/files/${id}:download?alt=media`;
}

/** The API key of a call, in its header or its URL, or else the access token of a `Bearer` header. */
function readGoogleCredential(call: Pick<PersonalityCall, 'header' | 'url'>): CredentialReading {
  const key = call.header('x-goog-api-key') ?? call.url.searchParams.get('key');
  if (key === null) return readBearer(call);
  return /^\S{1,4096}$/.test(key) ? { kind: 'account', account: key } : { kind: 'malformed' };
}
