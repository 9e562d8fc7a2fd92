import {
  acceptanceStep,
  type AdmissionFacts,
  type DispatchRecord,
  type GenerationRequest,
  type HandleAtEndpoint,
  type JobReader,
  type JobState,
  jobStates,
  type QueueDepth,
  readTrail,
  type TrailStep,
  UnreadablePart,
} from '@filmgate/core';
import { z } from 'zod';
import { readLoads } from '../accounts/account-fields.ts';
import { readRequest } from '../jobs/decode-job.ts';
import { claimDigests, type JobKeys, openListsOf } from '../keys/job-keys.ts';
import { type JobAccess, unreadableJob } from '../jobs/stored-jobs.ts';
import { nextDueScript } from '../jobs/leases.ts';
import { decodeDispatches } from '../jobs/dispatch-text.ts';
import {
  admissionFactsScript,
  depthScript,
  readContentsScript,
  readHolderScript,
  readKeyScript,
  readRecordScript,
  readTrailScript,
} from '../jobs/read-scripts.ts';
import { claimOf } from '../jobs/record-response.ts';
import { readStoredStep } from '../jobs/trail-steps.ts';
import { isList, readList, readPairs } from '../script/read-list.ts';
import { readUsage } from '../users/shown-user.ts';
import { changedSince } from './changed-since.ts';
import { listJobs } from './list-jobs.ts';

/** Sums stored under a prefix in the hash of the families (`credits:<family>`, `jobs:<family>`), by family. */
function familySums(
  prefix: 'credits:' | 'jobs:',
  fields: ReadonlyMap<string, string>,
): { readonly [family: string]: number } {
  return Object.fromEntries(
    [...fields].flatMap(([field, sum]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), Number(sum)]] : [],
    ),
  );
}

/** See `JobReader.depth`: sizes of the lists, and sums kept with the jobs. */
async function readDepth({ scripts, keys }: JobAccess): Promise<QueueDepth> {
  const call = depthScript.call({ ...listKeys(keys), families: keys.families }, {});
  const reply = readList(await scripts.read(depthScript.script, call), 'read-depth');
  const [counts, families] = reply;
  const byState = countsOf(readList(counts, 'read-depth').map(Number));
  const sums = readPairs(families);
  return {
    waiting: byState.queued + byState.awaiting_configuration,
    waitingCredits: familySums('credits:', sums),
    queuedByFamily: familySums('jobs:', sums),
    byState,
  };
}

function listKeys(keys: JobKeys): Readonly<Record<JobState, string>> {
  return eachState((state) => keys.list(state));
}

function countsOf(counts: readonly number[]): QueueDepth['byState'] {
  return eachState((_, index) => counts[index] ?? 0);
}

function eachState<Value>(
  valueOf: (state: JobState, index: number) => Value,
): Readonly<Record<JobState, Value>> {
  const at = (state: JobState): Value => valueOf(state, jobStates.indexOf(state));
  return {
    queued: at('queued'),
    awaiting_configuration: at('awaiting_configuration'),
    prepared: at('prepared'),
    dispatching: at('dispatching'),
    submitted: at('submitted'),
    polling: at('polling'),
    storing: at('storing'),
    completed: at('completed'),
    failed: at('failed'),
    outcome_unknown: at('outcome_unknown'),
  };
}

const counts = z.tuple([z.number(), z.number(), z.number(), z.string().nullable()]);

/** See `JobReader.admissionFacts`: one script, so one instant. */
async function readAdmissionFacts(
  { scripts, keys }: JobAccess,
  owner: string,
): Promise<AdmissionFacts> {
  const { accounts, families } = keys;
  const named = {
    owner: keys.owner(owner),
    accounts,
    families,
    queued: keys.list('queued'),
    awaiting: keys.list('awaiting_configuration'),
    ...openListsOf(keys, owner),
    openJobLimits: keys.openJobLimits,
  };
  const call = admissionFactsScript.call(named, { owner });
  const reply = await scripts.read(admissionFactsScript.script, call);
  const [usage, loads, credits, counted] = readList(reply, 'read-admission-facts');
  const [waiting, ownWaiting, ownOpen, maxOpenJobs] = counts.parse(counted);
  return {
    usage: readUsage(usage),
    loads: readLoads(readPairs(loads)),
    waitingCredits: familySums('credits:', readPairs(credits)),
    waiting,
    ownWaiting,
    ownOpen,
    maxOpenJobs: maxOpenJobs === null ? null : Number(maxOpenJobs),
  };
}

/** Reads jobs in Redis. */
export function createJobReader(access: JobAccess): JobReader {
  return {
    find: (id) => access.stored.find(id),
    findByKey: (claim) => findByKey(access, claim),
    findByContent: (input) => findByContent(access, input),
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
    { key: claimDigests.ofKey(claim) },
  );
  const claimed = await scripts.read(readKeyScript.script, call);
  if (typeof claimed !== 'string') return undefined;
  const [id = '', fingerprint = ''] = claimed.split('\n', 2);
  const job = await stored.find(id);
  return job === undefined ? undefined : { job, fingerprint };
}

/** Digits of a position as scripts pad it (`paddedPosition`). */
const positionDigits = 12;

async function findByContent(
  { scripts, keys: { contents } }: JobAccess,
  { limit, ...claim }: Parameters<JobReader['findByContent']>[0],
): Promise<readonly string[]> {
  const digest = claimDigests.ofContent(claim);
  const call = readContentsScript.call({ contents }, { digest, limit });
  const members = readList(await scripts.read(readContentsScript.script, call), 'read-contents');
  return members.map((member) => String(member).slice(digest.length + positionDigits));
}

async function trailOf({ scripts, keys }: JobAccess, id: string): Promise<readonly TrailStep[]> {
  const call = readTrailScript.call({ job: keys.job(id), trail: keys.trail(id) }, {});
  const reply = await scripts.read(readTrailScript.script, call);
  if (!isList(reply)) return [];
  const [head, request, steps] = reply;
  const [, cost, acceptedAt, , surface = '', , owner = ''] = String(head).split('\n');
  const accepted = { owner, surface, request: requestOf(id, String(request)), price: Number(cost) };
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
  return decodeDispatches(id, readPairs(await scripts.read(readRecordScript.script, call)));
}

async function jobOfHandle(
  { scripts, keys }: JobAccess,
  input: HandleAtEndpoint,
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
