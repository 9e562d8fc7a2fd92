import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../wire/provider-request.ts';
import { stripMagicTokens } from '../../tokens/strip-magic-tokens.ts';
import { createResultLinks, type ResultLinks } from '../../wire/result-links.ts';
import type { MockJob } from '../../world/mock-job.ts';
import { readBearer } from '../authorization.ts';
import { fileReply } from '../file-reply.ts';
import { readJsonBody } from '../json-body.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../personality.ts';
import { rowOf } from '../provider-error.ts';
import { createWireDesk, uuidOf, type WireDesk, type WireManner } from '../wire-desk.ts';
import { xaiErrorReply, xaiErrors } from './xai-errors.ts';
import { xaiRequest } from './xai-request.ts';
import { xaiSubmissionSchema, type XaiTask, xaiTasks } from './xai-submission.ts';

const wire = 'xai';

/** Links are temporary, and requests expire: no document says after how long, and a day stands for it. */
const keptMs = 24 * 3_600_000;

/** Models are named freely; this name stands for those that do not exist. */
const missingModel = 'no-such-model';

const manner: WireManner = {
  wire,
  errors: xaiErrors,
  taskId: uuidOf,
  error: xaiErrorReply,
  accepted: ({ id }) => jsonReply(200, { request_id: id }),
  acceptedWithoutId: () => jsonReply(200, {}),
  garbled: '{"request_id":"',
  unknownTask,
};

function unknownTask(): ProviderResponse {
  return xaiErrorReply(rowOf(xaiErrors, 'not-found'));
}

/** xAI: requests for videos of Grok Imagine, which can be told of, and neither listed nor ended. */
export function createXai(context: PersonalityContext): Personality {
  return new Xai(context);
}

class Xai implements Personality {
  readonly #context: PersonalityContext;
  readonly #desk: WireDesk;
  readonly #links: ResultLinks;

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#desk = createWireDesk(context.world, manner);
    this.#links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { pathname } = call.url;
    if (pathname.startsWith('/files/')) {
      return fileReply(call, { links: this.#links, results: this.#context.results });
    }
    const bearer = readBearer(call);
    if (bearer.kind !== 'token') return this.#desk.refuse(xaiErrors.codeOf.login);
    const account = bearer.token;
    // A key that is none is a field that is wrong.
    if (this.#context.world.account(account).login === 'expired')
      return this.#desk.refuse('invalid-argument.key');
    const refused = this.#desk.accountRefusal(account);
    if (refused !== undefined) return refused;
    const task = xaiTasks.find((known) => pathname === `/v1/videos/${known}`);
    if (call.method === 'POST' && task !== undefined) return this.#submit(account, call, task);
    const [, id = ''] = /^\/v1\/videos\/([\w-]{1,80})$/.exec(pathname) ?? [];
    const job = call.method === 'GET' ? this.#desk.own(account, id) : undefined;
    return job === undefined
      ? unknownTask()
      : (this.#desk.disturbedRead(job) ?? this.#told(job, call));
  }

  async #submit(account: string, call: PersonalityCall, task: XaiTask): Promise<ProviderReply> {
    const body = await readJsonBody(call, xaiSubmissionSchema(task));
    if (body.kind === 'too-long')
      return this.#desk.refuse('invalid-argument', 'The body is too long.');
    if (body.kind === 'invalid') return this.#desk.refuse('invalid-argument', body.message);
    const { value, digest } = body;
    if (stripMagicTokens(value.model) === missingModel)
      return this.#desk.refuse('not-found', `The model ${missingModel} does not exist.`);
    return this.#desk.submit(account, { ...value, correlationId: digest, wire });
  }

  #told(job: MockJob, call: PersonalityCall): ProviderResponse {
    const { world } = this.#context;
    const now = world.toldAt(job);
    const ownKeptMs = job.instructions.resultKeptMs ?? keptMs;
    if (now >= job.endsAt + world.clock.scaled(ownKeptMs))
      return jsonReply(200, { status: 'expired' });
    const state = world.toldState(job);
    const hasUrl = state === 'completed' && !world.spendReadFault(job, 'urlMissing');
    const url = hasUrl ? this.#links.to(job, call.base) : null;
    return xaiRequest({ job, state, now, url });
  }
}
