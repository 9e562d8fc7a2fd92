import { errorOf } from '@filmgate/provider-facts';
import { callbackUrlProblem } from '../callbacks/callback-url.ts';
import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import { reportedEnd } from '../job/reported-job.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';
import type { SubmissionRefusal } from '../state/refusal.ts';
import { unprovenReply } from './fault-reply.ts';
import type { SubmissionHabits, SubmissionWait } from './routes.ts';
import type { ReadSubmission, WireCall, WireSpace } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

/** Name of a model that does not exist on any API. */
const missingModel = 'no-such-model';

/** A call that submits, with what the engine needs for the response. */
interface Submitting {
  readonly call: WireCall;
  readonly description: WireDescription;
  readonly habits: SubmissionHabits;
}

/** Accepts a submission or refuses it, and responds in the words of the API. */
export async function takeSubmission(
  submitting: Submitting,
  { content, ownId, callback, deadlineMs, startWithinMs }: ReadSubmission,
  digest: string,
): Promise<ProviderReply> {
  const { call, description, habits } = submitting;
  const { space } = call;
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
    wire: space.wire,
    correlationId: ownId ?? digest,
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(startWithinMs !== undefined && { startWithinMs }),
    ...(callback !== undefined && {
      callback: { url: callback.url, events: callback.events, base: call.base },
    }),
  };
  const isNamed = ownId !== undefined;
  return (
    (isNamed ? repeated(submitting, sent) : undefined) ?? (await submit(submitting, sent, isNamed))
  );
}

async function submit(
  { call, description, habits }: Submitting,
  sent: MockSubmission,
  isNamed: boolean,
): Promise<ProviderReply> {
  const { space } = call;
  const { world } = space;
  const naming = { taskId: habits.taskId ?? description.taskId, isNamed };
  const outcome = world.submissions.submit(call.account, sent, naming);
  if (outcome.kind === 'refused') return refused(space, description, outcome.refusal);
  const { job } = outcome;
  const accepted = () =>
    (habits.accepted ?? description.accepted)(space.reportNew(job, call), call);
  if (outcome.kind === 'unproven') return unprovenReply(space, outcome, accepted);
  const wait = habits.wait?.(call);
  return wait === undefined
    ? { ...accepted(), sent: () => world.submissions.markAnswered(job.id) }
    : await lateResponse(call, job, wait);
}

/** Answers a submission when its job has ended. If the caller disconnects, the job continues. */
async function lateResponse(
  call: WireCall,
  job: MockJob,
  { latestMs = Infinity, respond, tooLong }: SubmissionWait,
): Promise<ProviderReply> {
  const { space, wait } = call;
  const { world } = space;
  const latest = job.acceptedAt + world.clock.scaled(latestMs);
  // The job may be ended early during the wait.
  const known = () => world.jobs.find(job.id) ?? job;
  const end = await wait.until(() => Math.min(latest, reportedEnd(known())));
  if (end === 'left') return { kind: 'hang', until: null };
  if (end === 'released') return { kind: 'reset' };
  if (end === 'too-long' && tooLong !== undefined) return tooLong(call);
  const hasEnded = world.clock.now() >= reportedEnd(known());
  return {
    ...(await respond(space.report(known(), call), call)),
    sent: () => {
      world.submissions.markAnswered(job.id);
      if (hasEnded) world.requestHistory.sawEnd(job.id);
    },
  };
}

/** Response to a name that was used before; undefined for a new one, and if a token allows its reuse. */
function repeated(
  { call, habits }: Submitting,
  sent: MockSubmission,
): ProviderResponse | undefined {
  const { world } = call.space;
  const [earlier] = world.jobs.ofSubmission(call.account, sent.correlationId, sent.wire);
  if (
    habits.again === undefined ||
    earlier === undefined ||
    world.submissions.mayRepeat(call.account, sent)
  )
    return undefined;
  const reply = habits.again(earlier, sent, call);
  const isSame = reply.status < 300;
  world.submissions.noteRepeat(call.account, sent, isSame ? earlier : null);
  return isSame ? { ...reply, sent: () => world.submissions.markAnswered(earlier.id) } : reply;
}

function refused(
  space: WireSpace,
  { facts }: WireDescription,
  { kind, message, retryAfterMs, code }: SubmissionRefusal,
): ProviderResponse {
  if (code !== undefined && !facts.errors.some((row) => row.code === code)) {
    const known = facts.errors.map((row) => row.code).join(', ');
    return space.refuse(facts.refusals.invalid, `refuse-code accepts ${known}`);
  }
  const refusedWith = code ?? facts.refusals[kind];
  const { waitMs } = errorOf(facts, refusedWith);
  const retryMs = waitMs === undefined ? retryAfterMs : space.world.clock.scaled(waitMs);
  if (waitMs !== undefined) space.world.requestHistory.exchanges.note({ waitMs: retryMs });
  return space.refuse(refusedWith, code === undefined ? message : undefined, {
    retryAfterMs: retryMs,
  });
}
