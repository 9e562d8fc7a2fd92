import { errorOf } from '@filmgate/provider-facts';
import { callbackUrlProblem } from '../callbacks/callback-url.ts';
import { jsonReply, type ProviderReply, type ProviderResponse } from '../http/provider-request.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';
import { unprovenReply } from '../replies/unproven-reply.ts';
import type { SubmissionRefusal } from '../state/refusal.ts';
import { brokenJson, type EngineSpace } from './engine-space.ts';
import { lateResponse } from './late-response.ts';
import type { SubmissionHabits } from './submission-habits.ts';
import type { ReadSubmission, WireCall } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

/** Name of a model that does not exist on any API. */
const missingModel = 'no-such-model';

/** A call that submits, with what the engine needs for the response. */
export interface Submitting {
  readonly call: WireCall;
  readonly space: EngineSpace;
  readonly description: WireDescription;
  readonly habits: SubmissionHabits;
}

/** Accepts a submission or refuses it, and responds in the words of the API. */
export async function takeSubmission(
  submitting: Submitting,
  { content, ownId, callback, deadlineMs, startWithinMs }: ReadSubmission,
  digest: string,
): Promise<ProviderReply> {
  const { call, space, description, habits } = submitting;
  const { facts } = description;
  const model = stripMagicTokens(content.model);
  if (model.split('/').includes(missingModel) || description.models?.test(model) === false) {
    const message = `The model ${model} does not exist.`;
    const code = habits.missingModel ?? description.missingModel;
    return code === undefined ? space.invalid('model', message) : space.refuse(code, message);
  }
  const problem = callback === undefined ? undefined : callbackUrlProblem(callback.url);
  if (callback !== undefined && problem !== undefined)
    return space.invalid(callback.field, problem);
  const sent: MockSubmission = {
    ...content,
    wire: facts.provider,
    correlationId: ownId ?? digest,
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(startWithinMs !== undefined && { startWithinMs }),
    ...(callback !== undefined && {
      callback: { url: callback.url, events: callback.events, base: call.base },
    }),
  };
  return repeated(submitting, sent, ownId) ?? (await submit(submitting, sent, ownId));
}

async function submit(
  { call, space, description, habits }: Submitting,
  sent: MockSubmission,
  ownId: string | undefined,
): Promise<ProviderReply> {
  const { world } = space;
  const naming = { taskId: habits.taskId ?? description.taskId, isNamed: ownId !== undefined };
  const outcome = world.submit(call.account, sent, naming);
  if (outcome.kind === 'refused') return refused(space, description, outcome.refusal);
  const accepted = (job: MockJob) =>
    (habits.accepted ?? description.accepted)(space.reportNew(job, call), call);
  if (outcome.kind === 'unproven') {
    const words = {
      ...space.words(undefined),
      accepted,
      acceptedWithoutId: (job: MockJob) => withoutId(accepted(job), job.id),
      unlisted: () => space.error(description.facts.unlisted),
      garbled: brokenJson,
    };
    return unprovenReply(outcome, words, world.clock);
  }
  const { job } = outcome;
  const wait = habits.wait?.(call);
  if (wait === undefined) return { ...accepted(job), sent: () => world.markAnswered(job.id) };
  const { latestMs, tooLong } = wait;
  return await lateResponse(call, world, {
    job,
    ...(latestMs !== undefined && { latest: job.acceptedAt + world.clock.scaled(latestMs) }),
    report: (known) => wait.respond(space.report(known, call), call),
    ...(tooLong !== undefined && { tooLong: () => tooLong(call) }),
  });
}

/** Response to a name that was used before; undefined for a new one, and if a token allows its reuse. */
function repeated(
  { call, space, habits }: Submitting,
  sent: MockSubmission,
  ownId: string | undefined,
): ProviderResponse | undefined {
  const { world } = space;
  if (ownId === undefined || habits.again === undefined) return undefined;
  const [earlier] = world.findSubmission(call.account, sent.correlationId, sent.wire);
  if (earlier === undefined || world.mayRepeat(call.account, sent)) return undefined;
  const reply = habits.again(earlier, sent, call);
  const isSame = reply.status < 300;
  world.noteRepeat(call.account, sent, isSame ? earlier : null);
  return isSame ? { ...reply, sent: () => world.markAnswered(earlier.id) } : reply;
}

function refused(
  space: EngineSpace,
  { facts }: WireDescription,
  { kind, message, retryAfterMs, code }: SubmissionRefusal,
): ProviderResponse {
  if (code !== undefined && !facts.errors.some((row) => row.code === code)) {
    const known = facts.errors.map((row) => row.code).join(', ');
    return space.refuse(facts.refusals.invalid, `refuse-code accepts ${known}`);
  }
  const { waitMs } = errorOf(facts, code ?? facts.refusals[kind]);
  const retryMs = waitMs === undefined ? retryAfterMs : space.world.clock.scaled(waitMs);
  if (waitMs !== undefined) space.world.requestHistory.exchanges.asksToWait(retryMs);
  return code === undefined
    ? space.refuseFor(facts.refusals[kind], message, retryMs)
    : space.refuseFor(code, undefined, retryMs);
}

/** The same response without any field or header that names the job. */
function withoutId(response: ProviderResponse, id: string): ProviderResponse {
  const value: unknown = JSON.parse(Buffer.from(response.body).toString('utf8'));
  const { body } = jsonReply(response.status, strip(value, id));
  const headers = Object.entries(response.headers ?? {}).filter(([, text]) => !text.includes(id));
  return { ...response, headers: Object.fromEntries(headers), body };
}

function strip(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, id));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => !String(field).includes(id));
  return Object.fromEntries(fields.map(([name, field]) => [name, strip(field, id)]));
}
