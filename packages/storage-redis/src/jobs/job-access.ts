import type { HeardCommits } from '../events/heard-commits.ts';
import type { JobKeys } from '../keys/job-keys.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import type { StoredJobs } from './stored-jobs.ts';

/** What everything that reads or changes jobs works with. */
export interface JobAccess {
  readonly scripts: ScriptRunner;
  readonly keys: JobKeys;
  readonly stored: StoredJobs;
  /** What this node's listeners were told of. */
  readonly heard: HeardCommits;
}
