import { createRouter, type Router } from '../../account/router.ts';
import type { StepAuthor } from '../../job/attribute-effects.ts';
import type { Job } from '../../job/job.ts';
import type { Audited } from '../../ports/admin-access.ts';
import type { GatewayPorts } from '../../ports/gateway-ports.ts';
import type { Claim } from '../../ports/job-store.ts';
import type { ReportedWork } from '../../ports/work-search.ts';
import type { GatewayOptions } from '../gateway-options.ts';

/** Permit of one copy among those under way on this machine. */
export interface CopyPermit {
  /** Reserves bytes that the copy turned out to need; false = no room: release the permit, and retry the copy later. */
  grow(bytes: number): boolean;
  /** Reports the progress of the copy, in bytes. */
  reached(bytes: number): void;
  /** Returns the bytes the other copies under way have announced and not written yet. */
  outstandingOfOthers(): number;
}

/** Context of a step of one job: all it needs to decide, act and save. */
export interface StepContext extends Audited {
  readonly ports: GatewayPorts;
  readonly options: GatewayOptions;
  readonly job: Job;
  /** The runner's claim; null for a check or resolution outside the runner. */
  readonly claim: Claim | null;
  /** Aborts when the step must end early (lease lost, shutdown past its grace). */
  readonly signal: AbortSignal;
  /** Start of this process: jobs accepted before are searched for before they are sent. Absent = none is. */
  readonly startedAt?: number;
  /** Actor other than the runner: added to the steps it leaves in the trail. */
  readonly by?: StepAuthor;
  /** The job's permit among the copies under way; absent where nothing bounds them. */
  readonly copyPermit?: CopyPermit;
  /** Called when a provider was really queried about the job. */
  readonly onAsked?: () => void;
  /** Called with the pieces of work that a search cannot tell apart. */
  readonly onCandidates?: (among: readonly ReportedWork[]) => void;
}

export type StepResult =
  /** Saved; `job` is its present state. */
  | { readonly kind: 'advanced'; readonly job: Job }
  /** Nothing to change yet; the runner will check again. */
  | { readonly kind: 'unchanged'; readonly job: Job }
  /** Another node decided meanwhile: nothing of ours was saved. */
  | { readonly kind: 'stale' };

/** Returns the router of this gateway's configuration. */
export function routerOf({ ports, options }: Pick<StepContext, 'ports' | 'options'>): Router {
  return createRouter(options, ports.upstreams);
}
