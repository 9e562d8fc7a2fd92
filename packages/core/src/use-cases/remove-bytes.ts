import type { Job } from '../job/job.ts';
import { filesOf } from '../job/job-files.ts';
import type { JobState } from '../job/job-state.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { recordedResponse } from './advance/upstream-response.ts';
import { allJobsQuery } from './all-jobs-query.ts';

const jobsPerPage = 500;

/** Tolerance in ms: a video is kept before its job is completed, and the clocks of bucket and node may differ. */
const keptEarlierMs = 60_000;

/** States of jobs whose receipt may be saved without them. */
const maybeReceived: ReadonlySet<JobState> = new Set(['dispatching', 'outcome_unknown']);

type Ports = Pick<GatewayPorts, 'storage' | 'clock' | 'resultBlobs' | 'assetBlobs'>;

/**
 * Removes videos of jobs unless another job has them. All jobs that may are searched: an act of a person may take that
 * long, and no completion pays for an index of digests. Bytes that were kept again since stay for their new owner.
 */
export async function removeVideos(ports: Ports, jobs: readonly Job[]): Promise<void> {
  const videos = jobs.flatMap((job) =>
    filesOf(job).map((sha256) => ({ sha256, completedAt: job.completedAt })),
  );
  if (videos.length === 0) return;
  const now = ports.clock.now();
  const shared = await digestsOfOthers(ports, {
    digests: new Set(videos.map(({ sha256 }) => sha256)),
    besides: new Set(jobs.map(({ id }) => id)),
  });
  for (const { sha256, completedAt } of videos) {
    if (shared.has(sha256)) continue;
    // Younger bytes may be another job's that is about to complete. A minute later they are on record, or this job's
    // that were fetched again.
    const written = Math.min(now, (completedAt ?? now) + keptEarlierMs) + 1;
    const writtenBefore = Math.max(written, now - keptEarlierMs);
    await ports.resultBlobs.remove(sha256, { writtenBefore });
  }
}

async function digestsOfOthers(
  ports: Ports,
  {
    digests,
    besides,
  }: { readonly digests: ReadonlySet<string>; readonly besides: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const shared = new Set<string>();
  let after: string | null = null;
  do {
    const page = await ports.storage.reader.list({
      ...allJobsQuery,
      owner: null,
      states: [...maybeReceived, 'submitted', 'polling', 'storing', 'completed', 'failed'],
      after,
      limit: jobsPerPage,
    });
    // Retention removed the page's last job meanwhile: from the beginning again.
    if (page.kind === 'cursor-unknown') {
      after = null;
      continue;
    }
    for (const job of page.jobs.filter(({ id }) => !besides.has(id)))
      for (const sha256 of await filesOfOther(ports, job))
        if (digests.has(sha256)) shared.add(sha256);
    after = page.hasMore ? (page.jobs.at(-1)?.id ?? null) : null;
    if (after === null) return shared;
  } while (shared.size < digests.size);
  return shared;
}

/** Returns a job's files by its receipt too, which is saved as a fact first and may not have reached the job. */
async function filesOfOther(ports: Ports, job: Job): Promise<readonly string[]> {
  const recorded = maybeReceived.has(job.state)
    ? await recordedResponse({ job, ports })
    : undefined;
  return filesOf(recorded?.kind === 'receipt' ? { ...job, handle: recorded.handle } : job);
}

/** Removes the bytes of references that neither an asset nor an open job needs any more. */
export async function removeReferences(
  { storage, clock, assetBlobs }: Ports,
  digests: readonly string[],
): Promise<void> {
  if (digests.length === 0) return;
  const writtenBefore = clock.now() + 1;
  const needed = await storage.assets.neededDigests(digests);
  for (const digest of digests) {
    if (!needed.has(digest)) await assetBlobs.remove(digest, { writtenBefore });
  }
}
