import type { Job, JobListQuery, StorageBundle, StorageManifest } from '@filmgate/core';
import { query } from '../../../src/job-reader/listing.ts';

/** A storage adapter with one fault, built around a correct one. */
export interface BrokenStorage {
  /** Description of the fault. */
  readonly fault: string;
  /** The port whose laws must find it. */
  readonly port: string;
  readonly wrap: (inner: StorageBundle) => StorageBundle;
  /** Manifest under which the fault shows, if not under the usual one. */
  readonly manifest?: StorageManifest;
}

/** The bundle with some methods of one port replaced. */
export function replacing<Port extends keyof StorageBundle>(
  port: Port,
  change: (inner: StorageBundle) => Partial<StorageBundle[Port]>,
): (inner: StorageBundle) => StorageBundle {
  return (inner) =>
    Object.assign({}, inner, { [port]: Object.assign({}, inner[port], change(inner)) });
}

/** Faults of one port, as `what is wrong: how`. */
export function faultsOf(
  port: string,
  faults: { readonly [fault: string]: (inner: StorageBundle) => StorageBundle },
  manifest?: StorageManifest,
): readonly BrokenStorage[] {
  return Object.entries(faults).map(([fault, wrap]) => ({
    fault,
    port,
    wrap,
    ...(manifest === undefined ? {} : { manifest }),
  }));
}

/** Lets all other work run first. */
export async function gap(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Every stored job, oldest first. */
export async function allJobs(
  { reader }: StorageBundle,
  wish: Partial<JobListQuery> = {},
): Promise<readonly Job[]> {
  const page = await reader.list(query({ order: 'oldest-first', limit: 1_000_000, ...wish }));
  return page.kind === 'page' ? page.jobs : [];
}

/** The job with its next version and nothing else changed. */
export function bumped(job: Job): Job {
  return { ...job, version: job.version + 1 };
}
