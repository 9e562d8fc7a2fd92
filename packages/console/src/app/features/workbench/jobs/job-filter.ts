import type { WorkbenchJob, WorkbenchStatus } from '../../../api/responses.ts';
import type { Address } from '../../../shell/use-address.ts';

/** States of the workbench, in the usual order of a job. */
export const workbenchStatuses = [
  'authenticating',
  'prepared',
  'submitted',
  'polling',
  'completed',
  'failed',
  'outcome_unknown',
] as const satisfies readonly WorkbenchStatus[];

/** Filters of the job list. */
export interface JobFilter {
  readonly text: string;
  readonly status: WorkbenchStatus | null;
  /** Family of the model. */
  readonly family: string | null;
}

export function filterOf(address: Address): JobFilter {
  const status = workbenchStatuses.find((known) => known === address['state']) ?? null;
  return { text: address['q'] ?? '', status, family: address['family'] ?? null };
}

export function isFiltering({ text, status, family }: JobFilter): boolean {
  return text.trim() !== '' || status !== null || family !== null;
}

/** True for a job that matches; the text may be part of the prompt, the id or the model. */
export function matchJob(job: WorkbenchJob, { text, status, family }: JobFilter): boolean {
  const wanted = text.trim().toLowerCase();
  if (status !== null && job.status !== status) return false;
  if (family !== null && familyOf(job.model) !== family) return false;
  return [job.prompt, job.job_id, job.model].some((one) => one.toLowerCase().includes(wanted));
}

/** The family part of a model id: `vidA-fast-4s-16x9-720p` → `vidA-fast`. */
export function familyOf(model: string): string {
  return model.replace(/(?:-\d+s)?(?:-\d+x\d+)?(?:-\d+[pk])?$/, '');
}
