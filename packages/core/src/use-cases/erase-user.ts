import { isContentErased, unsentStates, withoutContent } from '../job/amend-job.ts';
import { isFinal, type JobState, jobStates } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import { transition } from '../job/job-transition.ts';
import { attributeEffects } from '../job/attribute-effects.ts';
import { ownerOfUser } from '../job/user-owner.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { allJobsQuery } from './all-jobs-query.ts';
import { removeVideos, removeReferences } from './remove-bytes.ts';

const jobsPerPage = 200;
const assetsPerStep = 200;
const requestsPerStep = 1_000;

const openStates = jobStates.filter((state) => !isFinal(state));
const finalStates = jobStates.filter(isFinal);

export interface EraseUserContext {
  readonly ports: Pick<GatewayPorts, 'storage' | 'clock' | 'resultBlobs' | 'assetBlobs'>;
  /** Stops it after the job in hand; the next call does the rest. */
  readonly signal?: AbortSignal;
  /** Maximum jobs whose content is erased by this call; all of them when absent. */
  readonly mostJobs?: number;
}

/**
 * Continues a requested erasure of an API user (`ApiUsers.erase`): ends unsent jobs, erases the content of ended ones,
 * their videos, references and uploads, and the prompts in the request log; then records its progress. Jobs in flight
 * or unknown continue to their end, and are erased by a later call. Each step is one atomic act: safe to repeat, to
 * stop and to kill. Returns how many jobs are left.
 */
export async function eraseUser(context: EraseUserContext, userId: string): Promise<number> {
  const { ports } = context;
  const { apiUsers } = ports.storage;
  const owner = ownerOfUser(userId);
  await endUnsent(context, owner);
  // Counted first: a job that ends from here on may be missed below, and is counted as left.
  const open = await countJobs(ports, owner, openStates);
  const unerased = await eraseEnded(context, owner);
  await eraseUploads(context, owner);
  await eraseLoggedRequests(context, owner);
  const remaining = open + unerased;
  const isOver = remaining === 0 && context.signal?.aborted !== true;
  const completedAt = isOver ? ports.clock.now() : null;
  await apiUsers.noteErasure({ id: userId, completedAt, remaining });
  return remaining;
}

/** Removes prompts from the request log again: a request under way at the erasure is logged at its end. */
export async function eraseLoggedRequests(
  { ports, signal }: EraseUserContext,
  caller: string,
): Promise<void> {
  for (;;) {
    const erased = await ports.storage.requestLogs.erasePrompts({ caller, limit: requestsPerStep });
    if (erased < requestsPerStep || signal?.aborted === true) return;
  }
}

async function endUnsent(context: EraseUserContext, owner: string): Promise<void> {
  for await (const jobs of pagesOf(context, owner, unsentStates)) {
    for (const { id } of jobs) await endJob(context, id);
  }
}

/** Leaves alone what was sent meanwhile. */
async function endJob({ ports }: EraseUserContext, id: string): Promise<void> {
  const { storage, clock } = ports;
  for (;;) {
    const from = await storage.reader.find(id);
    if (from === undefined) return;
    const event =
      from.state === 'prepared'
        ? ({ kind: 'account-withdrawn', reason: 'The owner is being erased.' } as const)
        : ({ kind: 'owner-erased' } as const);
    const now = clock.now();
    const step = transition(from, event, now);
    if (step.kind === 'refused') return;
    const effects = attributeEffects(step.effects, 'operator');
    await storage.jobs.commit({
      claim: null,
      from,
      next: step.job,
      effects,
      lease: 'release',
      now,
    });
  }
}

/** Returns the number of ended jobs that this call did not reach. */
async function eraseEnded(context: EraseUserContext, owner: string): Promise<number> {
  const { ports, mostJobs = Number.POSITIVE_INFINITY } = context;
  let [erased, left] = [0, 0];
  for await (const jobs of pagesOf(context, owner, finalStates)) {
    const wanted = jobs.filter((job) => !isContentErased(job));
    const some = wanted.slice(0, Math.max(0, mostJobs - erased));
    left += wanted.length - some.length;
    // Bytes first: killed in between, the row still says which they were.
    await removeVideos(ports, some);
    for (const job of some) await eraseJob(ports, job);
    const references = some.flatMap(({ request }) => request.references);
    await removeReferences(ports, [...new Set(references.map(({ sha256 }) => sha256))]);
    erased += some.length;
  }
  return left;
}

async function eraseJob({ storage, clock }: EraseUserContext['ports'], seen: Job): Promise<void> {
  let from: Job | undefined = seen;
  while (from !== undefined && !isContentErased(from)) {
    const detail = { by: 'operator' };
    const entry = { at: clock.now(), what: 'content-erased', detail } as const;
    const next = withoutContent(from);
    const amended = await storage.jobs.amend({ from, next, trail: 'erase', entry });
    if (amended.kind === 'amended') return;
    from = await storage.reader.find(seen.id);
  }
}

async function eraseUploads({ ports, signal }: EraseUserContext, owner: string): Promise<void> {
  for (;;) {
    const gone = await ports.storage.assets.removeOwned({ owner, limit: assetsPerStep });
    await removeReferences(ports, [...new Set(gone.map(({ sha256 }) => sha256))]);
    if (gone.length < assetsPerStep || signal?.aborted === true) return;
  }
}

async function countJobs(
  ports: EraseUserContext['ports'],
  owner: string,
  states: readonly JobState[],
): Promise<number> {
  let count = 0;
  for await (const jobs of pagesOf({ ports }, owner, states)) count += jobs.length;
  return count;
}

/** Yields pages of an owner's jobs in some states, oldest first; jobs that change state meanwhile may be missing. */
async function* pagesOf(
  { ports, signal }: Pick<EraseUserContext, 'ports' | 'signal'>,
  owner: string,
  states: readonly JobState[],
): AsyncGenerator<readonly Job[]> {
  let after: string | null = null;
  for (;;) {
    const page = await ports.storage.reader.list({
      ...allJobsQuery,
      owner,
      states,
      order: 'oldest-first',
      after,
      limit: jobsPerPage,
    });
    if (page.kind === 'cursor-unknown') {
      after = null;
      continue;
    }
    yield page.jobs;
    after = page.jobs.at(-1)?.id ?? null;
    if (!page.hasMore || after === null || signal?.aborted === true) return;
  }
}
