import {
  acceptanceStep,
  type DispatchRecord,
  type GenerationRequest,
  type HandleInPlace,
  type JobReader,
  readTrail,
  type TrailStep,
  UnreadablePart,
} from '@filmgate/core';
import { readRequest } from '../jobs/decode-job.ts';
import { idempotencyDigest } from '../jobs/idempotency-digest.ts';
import type { JobAccess } from '../jobs/job-access.ts';
import { nextDueScript } from '../jobs/lease-scripts.ts';
import { readMarks } from '../jobs/mark-text.ts';
import { claimOf } from '../jobs/record-answer.ts';
import { readAdmissionFacts } from '../jobs/read-admission-facts.ts';
import {
  readHolderScript,
  readKeyScript,
  readRecordScript,
  readTrailScript,
} from '../jobs/read-scripts.ts';
import { unreadableJob } from '../jobs/stored-jobs.ts';
import { readStoredStep } from '../jobs/trail-steps.ts';
import { isList, readList } from '../script/read-list.ts';
import { readPairs } from '../script/read-pairs.ts';
import { changedSince } from './changed-since.ts';
import { listJobs } from './list-jobs.ts';
import { readDepth } from './read-depth.ts';

/** Reading jobs in Redis. */
export function createJobReader(access: JobAccess): JobReader {
  return {
    find: (id) => access.stored.find(id),
    findByKey: (claim) => findByKey(access, claim),
    list: (query) => listJobs(access, query),
    changedSince: (query) => changedSince(access, query),
    trail: (id) => trailOf(access, id),
    dispatches: (id) => readDispatches(access, id),
    jobOfHandle: (input) => jobOfHandle(access, input),
    depth: () => readDepth(access),
    admissionFacts: (owner) => readAdmissionFacts(access, owner),
    nextDueAt: () => nextDueAt(access),
    unreadable: () => access.stored.findUnreadable(),
  };
}

async function findByKey(
  { scripts, keys, stored }: JobAccess,
  claim: Parameters<JobReader['findByKey']>[0],
): ReturnType<JobReader['findByKey']> {
  const call = readKeyScript.call(
    { idempotency: keys.idempotency },
    { key: idempotencyDigest(claim) },
  );
  const claimed = await scripts.read(readKeyScript.script, call);
  if (typeof claimed !== 'string') return undefined;
  const [id = '', fingerprint = ''] = claimed.split('\n', 2);
  const job = await stored.find(id);
  return job === undefined ? undefined : { job, fingerprint };
}

async function trailOf({ scripts, keys }: JobAccess, id: string): Promise<readonly TrailStep[]> {
  const call = readTrailScript.call({ job: keys.job(id), trail: keys.trail(id) }, {});
  const answer = await scripts.read(readTrailScript.script, call);
  if (!isList(answer)) return [];
  const [head, request, steps] = answer;
  const [, cost, acceptedAt, , origin = '', , owner = ''] = String(head).split('\n');
  const accepted = { owner, origin, request: requestOf(id, String(request)), price: Number(cost) };
  const later = readList(steps, 'read-trail').map(String);
  return readTrail(
    acceptanceStep(accepted, Number(acceptedAt)),
    later.map((step) => readStoredStep(step, accepted.price)),
  );
}

function requestOf(id: string, text: string): GenerationRequest {
  try {
    return readRequest(text);
  } catch (error) {
    if (error instanceof UnreadablePart) throw unreadableJob(id);
    throw error;
  }
}

async function readDispatches(
  { scripts, keys }: JobAccess,
  id: string,
): Promise<readonly DispatchRecord[]> {
  const call = readRecordScript.call({ job: keys.job(id) }, {});
  return readMarks(id, readPairs(await scripts.read(readRecordScript.script, call)));
}

async function jobOfHandle(
  { scripts, keys }: JobAccess,
  input: HandleInPlace,
): Promise<string | undefined> {
  const call = readHolderScript.call({ handles: keys.handles }, { claim: claimOf(input) });
  const holder = await scripts.read(readHolderScript.script, call);
  return typeof holder === 'string' ? holder.slice(0, holder.lastIndexOf('\n')) : undefined;
}

async function nextDueAt({ scripts, keys }: JobAccess): Promise<number | null> {
  const { due, asleep, readyDue, counters } = keys;
  const nodeNow = scripts.wallNow();
  const call = nextDueScript.call({ due, asleep, readyDue, counters }, { nodeNow });
  const instant = await scripts.read(nextDueScript.script, call);
  return typeof instant === 'string' ? Number(instant) : null;
}
