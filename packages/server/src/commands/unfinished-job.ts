import {
  everyJob,
  type Job,
  type JobReader,
  type JobState,
  type RequestDraft,
} from '@filmgate/core';

/** States in which a job will still end by itself. */
const moving: readonly JobState[] = [
  'queued',
  'awaiting_configuration',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
];
const mostUnfinished = 1_000;

/** The newest job of the owner that asks for the same and has not ended. */
export async function findUnfinished(
  reader: Pick<JobReader, 'list'>,
  draft: RequestDraft,
  owner: string,
): Promise<Job | undefined> {
  const page = await reader.list({
    ...everyJob,
    owner,
    origin: 'local',
    states: moving,
    model: draft.model,
    limit: mostUnfinished,
  });
  const jobs = page.kind === 'page' ? page.jobs : [];
  return jobs.find(({ request }) => request.prompt === draft.prompt);
}
