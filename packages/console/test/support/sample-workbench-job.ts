import type { WorkbenchJob } from '../../src/app/api/responses.ts';

/** A job of the workbench with defaults for everything a test does not need. */
export function sampleWorkbenchJob(change: Partial<WorkbenchJob> = {}): WorkbenchJob {
  return {
    id: 'ui-1',
    job_id: 'ui-1',
    status: 'authenticating',
    model: 'vidA-fast-4s-16x9-720p',
    prompt: 'a lighthouse',
    aspect_ratio: '16:9',
    resolution: '720p',
    duration: 4,
    generate_audio: false,
    account: null,
    progress: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

/** One of many sample jobs: a greater number is newer. */
export function numberedWorkbenchJob(
  number: number,
  change: Partial<WorkbenchJob> = {},
): WorkbenchJob {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  return sampleWorkbenchJob({
    id: `ui-${number}`,
    job_id: `ui-${number}`,
    created_at: at,
    updated_at: at,
    ...change,
  });
}
