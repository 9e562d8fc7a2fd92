import { canceledJob, type MockJob } from './mock-job.ts';

type SubmissionName = Pick<MockJob, 'account' | 'correlationId' | 'wire'>;

/** Accepted jobs in the order of acceptance, by their id and by the name of their submission. */
export interface JobIndex {
  add(job: MockJob): void;
  get(id: string): MockJob | undefined;
  /** The jobs of one submission; more than one when it was sent more than once. */
  named(name: SubmissionName): readonly MockJob[];
  values(): Iterable<MockJob>;
  /** Ends an open job at an instant; undefined when there is none of this id. */
  cancel(id: string, at: number): MockJob | undefined;
  clear(): void;
}

export function createJobIndex(): JobIndex {
  const jobs = new Map<string, MockJob>();
  const submissions = new Map<string, string[]>();
  return {
    add: (job) => {
      jobs.set(job.id, job);
      const key = keyOf(job);
      const earlier = submissions.get(key);
      if (earlier === undefined) submissions.set(key, [job.id]);
      else earlier.push(job.id);
    },
    get: (id) => jobs.get(id),
    named: (name) =>
      (submissions.get(keyOf(name)) ?? []).flatMap((id) => {
        const job = jobs.get(id);
        return job === undefined ? [] : [job];
      }),
    values: () => jobs.values(),
    cancel: (id, at) => {
      const job = jobs.get(id);
      if (job === undefined) return undefined;
      const ended = canceledJob(job, at);
      jobs.set(id, ended);
      return ended;
    },
    clear: () => {
      jobs.clear();
      submissions.clear();
    },
  };
}

function keyOf({ wire, account, correlationId }: SubmissionName): string {
  return JSON.stringify([wire, account, correlationId]);
}
