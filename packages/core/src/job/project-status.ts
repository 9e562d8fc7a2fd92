import type { JobState } from './job-state.ts';

/** Status words of the workbench [workbench.states]. */
export const workbenchStatuses = [
  'authenticating',
  'prepared',
  'submitted',
  'polling',
  'completed',
  'failed',
  'outcome_unknown',
] as const;
export type WorkbenchStatus = (typeof workbenchStatuses)[number];

/** Status words of the compatible API [tasks.object.status-words]. */
export const compatibleStatuses = ['in_progress', 'completed', 'failed'] as const;
export type CompatibleStatus = (typeof compatibleStatuses)[number];

/** Status words of the native API [native.jobs.read]. */
export const nativeStatuses = [
  'queued',
  'processing',
  'completed',
  'failed',
  'configuration_required',
] as const;
export type NativeStatus = (typeof nativeStatuses)[number];

interface Words {
  readonly workbench: WorkbenchStatus;
  readonly compatible: CompatibleStatus;
  readonly native: NativeStatus;
}

/** One status word of each surface for each state [jobs.projection]. */
const words: { readonly [S in JobState]: Words } = {
  queued: { workbench: 'authenticating', compatible: 'in_progress', native: 'queued' },
  awaiting_configuration: {
    workbench: 'authenticating',
    compatible: 'in_progress',
    native: 'configuration_required',
  },
  prepared: { workbench: 'prepared', compatible: 'in_progress', native: 'processing' },
  dispatching: { workbench: 'prepared', compatible: 'in_progress', native: 'processing' },
  submitted: { workbench: 'submitted', compatible: 'in_progress', native: 'processing' },
  polling: { workbench: 'polling', compatible: 'in_progress', native: 'processing' },
  storing: { workbench: 'polling', compatible: 'in_progress', native: 'processing' },
  completed: { workbench: 'completed', compatible: 'completed', native: 'completed' },
  failed: { workbench: 'failed', compatible: 'failed', native: 'failed' },
  outcome_unknown: {
    workbench: 'outcome_unknown',
    compatible: 'in_progress',
    native: 'processing',
  },
};

/** Returns the workbench's status of a state. Total; `completed` and `failed` mean themselves on every surface. */
export function projectWorkbenchStatus(state: JobState): WorkbenchStatus {
  return words[state].workbench;
}

/** Returns the compatible status; never `failed` for an unknown outcome, which clients read as safe to pay again. */
export function projectCompatibleStatus(state: JobState): CompatibleStatus {
  return words[state].compatible;
}

/** Returns the native API's status of a state. */
export function projectNativeStatus(state: JobState): NativeStatus {
  return words[state].native;
}
