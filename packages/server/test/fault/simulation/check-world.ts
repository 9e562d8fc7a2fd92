import { isFinal, type Job } from '@filmgate/core';
import { checkFiles } from './check-files.ts';
import { checkDownloads, mayHaveVideoOfAnother } from './check-downloads.ts';
import { worldBeganAt } from './machine-clock.ts';
import { concurrency, users } from './operator.ts';
import type { Operator } from './operator.ts';
import type { Seen } from './job-watch.ts';
import type { AcceptedWork, Attempt } from './submission-ledger.ts';
import { retentionTimes, type World } from './world.ts';

/** Maximum time by which retention may be early, ms: a clock may be off by this without being noticed. */
const earlyMs = 3_680_000;
/** A sender that dies within this time after a response may not have saved it, ms. */
const savingMs = 15 * 60_000;

/** Returns every broken promise of the history, as sentences; empty when all were kept. */
export async function checkWorld(world: World, operator: Operator): Promise<readonly string[]> {
  for (const situation of world.store.situations?.() ?? []) world.situations.note(situation);
  const jobs = await world.jobs();
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const kept = jobs.filter((job) => mustHaveVideo(world, job) && !isErased(operator, job));
  const found = [
    ...world.watch.violations,
    ...world.leases.violations,
    ...checkSubmissions(world),
    ...checkSlots(world, operator),
    ...checkCreations(world, byId),
    ...checkIdempotency(world),
    ...checkKeys(world, operator),
    ...checkErasures(world, operator),
    ...jobs.flatMap((job) => checkJob(world, operator, job)),
    ...(await checkMoney(world, operator, jobs)),
    ...(await checkFiles(world, kept)),
    ...(await checkVideos(world, kept)),
    ...(await checkDownloads(world, operator, kept)),
  ];
  return found;
}

/** Checks I1: accepted submissions at the upstream, and calls for jobs that had ended. */
function checkSubmissions({ upstream, watch, wentBackAt }: World): readonly string[] {
  const seen = new Set<string>();
  const late = upstream.ledger.attempts.flatMap(({ jobId, begunAt }) => {
    const endedAt = watch.jobs.get(jobId)?.endedAt ?? Infinity;
    return begunAt > endedAt && wentBackAt.length === 0
      ? [`I1: ${jobId} was sent after it ended`]
      : [];
  });
  const twice = upstream.ledger.accepted.flatMap(({ jobId }) => {
    if (!seen.has(jobId)) {
      seen.add(jobId);
      return [];
    }
    return [`I1: the upstream accepted ${jobId} twice`];
  });
  return [...late, ...twice];
}

/** Checks I10: work in flight of an account, as the upstream saw it. A store that went back knows only part of it. */
function checkSlots(world: World, { mostSlots }: Operator): readonly string[] {
  if (world.wentBackAt.length > 0) return [];
  return world.upstream.ledger.accepted.flatMap(({ jobId, accountId, beside }) => {
    const most = mostSlots.get(accountId) ?? concurrency;
    return beside < most
      ? []
      : [`I10: ${accountId} may have ${most} in flight and had ${beside} when ${jobId} came`];
  });
}

/** Checks I2: jobs reported to callers. */
function checkCreations(world: World, jobs: ReadonlyMap<string, Job>): readonly string[] {
  const violations: string[] = [];
  for (const { reported } of world.callers.creations) {
    const jobId = reported?.jobId ?? null;
    if (jobId === null || jobs.has(jobId)) continue;
    if (!mayBeGone(world, jobId)) violations.push(`I2: ${jobId} was accepted and is gone`);
    if (!world.watch.forgotten.has(jobId)) world.situations.note('job removed by retention');
  }
  return violations;
}

/** Checks I3: each key leads to one job, and to the next one only after retention was allowed to remove it. */
function checkIdempotency(world: World): readonly string[] {
  const violations: string[] = [];
  const bodies = new Map<string, number>();
  const byKey = new Map<string, Map<string, number>>();
  for (const { user, key, body, reported } of world.callers.creations) {
    if (reported === null || reported.jobId === null) continue;
    const { jobId, at } = reported;
    if ((bodies.get(jobId) ?? body) !== body)
      violations.push(`I3: key ${key} of ${user} stood for two requests`);
    bodies.set(jobId, body);
    const name = `${key} of ${user}`;
    const madeAt = Math.min(at, world.watch.jobs.get(jobId)?.acceptedAt ?? at);
    byKey.set(name, (byKey.get(name) ?? new Map<string, number>()).set(jobId, madeAt));
  }
  for (const [name, made] of byKey) {
    const inOrder = [...made].toSorted(([, one], [, other]) => one - other);
    for (const [position, [jobId, madeAt]] of inOrder.entries())
      for (const [earlier] of inOrder.slice(0, position))
        if (!mayBeGone(world, earlier, madeAt))
          violations.push(`I3: key ${name} made ${earlier} and ${jobId}`);
  }
  return violations;
}

/** Checks I12: access with a key that was replaced. */
function checkKeys({ callers, wentBackAt }: World, { keys }: Operator): readonly string[] {
  return callers.creations.flatMap(({ user, serial, askedAt, reported }) => {
    const revoked = keys.get(user)?.revoked.get(serial);
    // A store that went back before the response may have forgotten it, too.
    if (revoked === undefined || wentBackAt.some((at) => at > revoked.askedAt)) return [];
    const isLate = askedAt > revoked.reportedAt;
    return isLate &&
      reported !== null &&
      reported.kind !== 'unauthorised' &&
      reported.kind !== 'other'
      ? [`I12: a key of ${user} was replaced, and then ${reported.kind}`]
      : [];
  });
}

/**
 * Checks access of an erased user, and submissions for jobs of the user that were queued later. A store that went back
 * may have lost the erasure.
 */
function checkErasures(
  { callers, watch, wentBackAt, situations }: World,
  { erased }: Operator,
): readonly string[] {
  const violations: string[] = [];
  for (const [user, erasedAt] of erased) {
    if (wentBackAt.some((at) => at >= erasedAt)) continue;
    for (const { user: caller, askedAt, reported } of callers.creations)
      if (caller === user && askedAt > erasedAt && reported !== null && reported.jobId !== null)
        violations.push(`I12: ${user} was erased, and then ${reported.kind}`);
    const own = [...watch.jobs.values()].filter(({ job }) => job.owner === `user:${user}`);
    for (const { job, acceptedAt, queuedAt, sentFromQueueAt } of own) {
      if (sentFromQueueAt.some((at) => at > erasedAt))
        violations.push(`erasure: ${user} was erased, ${job.id} was queued after that, and sent`);
      if (acceptedAt < erasedAt && queuedAt > erasedAt)
        situations.note('job of an erased user refused');
    }
  }
  return violations;
}

function isErased({ erased }: Operator, { owner }: Job): boolean {
  return users.some((user) => owner === `user:${user}` && erased.has(user));
}

/** True if retention was allowed to remove the job by then, or the store lost it; default by the end. */
function mayBeGone({ watch, scheduler }: World, jobId: string, at = scheduler.now): boolean {
  if (watch.forgotten.has(jobId) || watch.removed.has(jobId)) return true;
  const seen = watch.jobs.get(jobId);
  if (seen === undefined || seen.endedAt === null) return false;
  // Its age is based on its own instants, which may come from a node whose clock is behind.
  const endedAt = Math.min(seen.endedAt, seen.job.updatedAt - worldBeganAt);
  return at - endedAt >= retentionTimes.jobsMs - earlyMs;
}

/** Checks I5, I14 and the rules of unknown outcomes and videos. */
function checkJob(world: World, operator: Operator, job: Job): readonly string[] {
  const { ledger } = world.upstream;
  const [work] = ledger.ofJob(job.id);
  const violations: string[] = [];
  const isForgotten = work !== undefined && world.upstream.words.hasForgotten(work);
  const ruled =
    operator.ruled.has(job.id) || job.failure?.code.startsWith('outcome_ruled') === true;
  // Work that is gone is not paid for; proof that it never existed takes a provider that forgot nothing.
  const isGone = isForgotten && job.failure?.code === 'result_invalid';
  const isProven = isGone || mayBelieveFailure(world, work);
  if (job.quota === 'released' && work?.end === 'video' && !ruled && !isProven)
    violations.push(`I5: ${job.id} was refunded and the upstream made its video`);
  if (job.state === 'failed' && work?.end === 'video' && !ruled && !isProven)
    violations.push(
      `video: ${job.id} failed (${job.failure?.code ?? ''}) and the upstream still serves its video`,
    );
  if (job.state === 'completed' && work === undefined)
    violations.push(`video: ${job.id} is completed and the upstream never accepted it`);
  if (
    job.state === 'completed' &&
    work !== undefined &&
    job.result !== null &&
    job.result.sha256 !== world.upstream.digestOf(work) &&
    !mayHaveVideoOfAnother(world, job.id)
  )
    violations.push(`video: ${job.id} has the video of another submission`);
  // A video that is gone is fetched for as long as its provider may keep it.
  if (!isFinal(job.state) && job.state !== 'outcome_unknown' && !isForgotten)
    violations.push(`I14: ${job.id} is still ${job.state} long after everything healed`);
  if (job.state === 'outcome_unknown' && !isForgotten)
    violations.push(...checkUnknown(world, operator, job));
  return violations;
}

/**
 * A store that went back may have lost that the provider reported the work as finished, before it reported a failure.
 */
function mayBelieveFailure(
  { wentBackAt, upstream }: World,
  work: AcceptedWork | undefined,
): boolean {
  if (work === undefined || !upstream.words.hasSpokenAgainst(work)) return false;
  return wentBackAt.some((at) => at > work.acceptedAt);
}

/**
 * Checks unknown outcomes: each must be explained by a fault of the history, and end where the upstream can be queried.
 */
function checkUnknown(world: World, { misled }: Operator, job: Job): readonly string[] {
  const [work] = world.upstream.ledger.ofJob(job.id);
  if (world.wentBackAt.length > 0 && (work === undefined || !world.history.isFindable)) return [];
  // An empty search proves nothing when it is made with another secret than the submission.
  if (work === undefined && misled.has(job.accountId ?? '')) return [];
  const attempts = world.upstream.ledger
    .attemptsOfJob(job.id)
    .filter(({ correlationId }) => correlationId === job.correlationId);
  const isAccepted = ({ reported }: Attempt): boolean => reported?.kind === 'accepted';
  const attempt = attempts.findLast(isAccepted) ?? attempts.at(-1);
  if (attempt?.arrival?.kind === 'accepted' && attempt.arrival.work.hasForeignHandle) return [];
  // Work that a gateway below does not show since its restore must be resolved by a person.
  const acceptedAt = world.watch.jobs.get(job.id)?.acceptedAt ?? 0;
  if (world.upstream.words.wentBackSince(acceptedAt)) return [];
  if (job.handle !== null) return [`I14: ${job.id} is unknown and its handle is known`];
  if (world.history.isFindable) return [`I14: ${job.id} is unknown and could be searched for`];
  if (attempt === undefined || attempt.reported === null || attempt.reported.kind === 'unknown')
    return [];
  const { at, kind } = attempt.reported;
  // A call with a key that may have been sent before proves nothing when it is refused.
  if (kind === 'refused' && world.history.isKeyed) return [];
  const { killedAt } = attempt.from;
  if (killedAt !== null && killedAt - at < savingMs) return [];
  return [`unknown: ${job.id} is unknown and its sender was told that it is ${kind}`];
}

/** Checks I4: the ledger of each user. */
async function checkMoney(
  { view, watch, situations }: World,
  operator: Operator,
  jobs: readonly Job[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const user of users) {
    const owner = `user:${user}`;
    const own = jobs.filter((job) => job.owner === owner);
    const sum = (quota: Job['quota']) =>
      own.filter((job) => job.quota === quota).reduce((credits, { price }) => credits + price, 0);
    const { used, reserved, held } = await view.apiUsers.usage(owner);
    if (reserved !== sum('reserved') || held !== sum('held') || used < sum('settled'))
      violations.push(
        `I4: the sums of ${user} are ${used}, ${reserved}, ${held} and its jobs say otherwise`,
      );
    const removed = [...watch.jobs.values()].filter((seen) => isPaidAndGone(seen, owner, jobs));
    const gone = removed.reduce((credits, { job }) => credits + job.price, 0);
    if (used !== sum('settled') + gone)
      violations.push(`I4: ${user} paid ${used}, and its jobs cost ${sum('settled') + gone}`);
    if (used + reserved + held === operator.highestLimit.get(user))
      situations.note('quota exactly full');
    if (used + reserved + held > (operator.highestLimit.get(user) ?? 0))
      violations.push(`I4: ${user} spent more than its limit`);
  }
  return violations;
}

function isPaidAndGone({ job }: Seen, owner: string, jobs: readonly Job[]): boolean {
  return job.owner === owner && job.quota === 'settled' && !jobs.some(({ id }) => id === job.id);
}

/** True if retention is not allowed to remove its video yet. */
function mustHaveVideo(world: World, { id }: Job): boolean {
  const endedAt = world.watch.jobs.get(id)?.endedAt ?? 0;
  return world.scheduler.now - endedAt < retentionTimes.resultsMs - earlyMs;
}

/** Checks I7: the bytes of completed jobs. */
async function checkVideos(world: World, jobs: readonly Job[]): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const { id, state, result } of jobs) {
    if (state !== 'completed' || result === null) continue;
    if (world.files.wasSpoilt(result.sha256)) continue;
    const blob = await world.files.blobs.open(result.sha256);
    if (blob?.size !== result.size)
      violations.push(`I7: ${id} is completed and its video is not there`);
    await blob?.close();
  }
  return violations;
}
