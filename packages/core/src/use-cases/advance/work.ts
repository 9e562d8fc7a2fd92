import { createRouter, type Router } from '../../account/router.ts';
import type { Job } from '../../job/job.ts';
import type { Audited } from '../../ports/admin-access.ts';
import type { GatewayPorts } from '../../ports/gateway-ports.ts';
import type { Claim } from '../../ports/job-store.ts';
import type { ReportedWork } from '../../ports/work-search.ts';
import type { GatewayOptions } from '../gateway-options.ts';

/** The place of one copy among those under way on this machine. */
export interface CopyPermit {
  /**
   * Takes what the copy turned out to need, in bytes; false = not beside the others: give the place back, the copy comes again
   * when there is room.
   */
  grow(bytes: number): boolean;
  /** How far the copy is, in bytes. */
  reached(bytes: number): void;
  /** Bytes the other copies under way have announced and not written yet. */
  outstandingOfOthers(): number;
}

/** One job in hand: what a step needs to decide, act and save. */
export interface Work extends Audited {
  readonly ports: GatewayPorts;
  readonly options: GatewayOptions;
  readonly job: Job;
  /** The runner's claim; null for a check or resolution outside the runner. */
  readonly claim: Claim | null;
  /** Aborts when the work should be given up (lease lost, shutdown past its grace). */
  readonly signal: AbortSignal;
  /** When this process began to work: jobs accepted before are searched for before they are sent. Absent = none is. */
  readonly startedAt?: number;
  /** Who does it where it is not the runner: signs the steps it leaves in the trail. */
  readonly by?: 'check' | 'operator';
  /** Its place among the copies under way; absent where nothing bounds them. */
  readonly copyPermit?: CopyPermit;
  /** Told when an upstream was really asked about the job. */
  readonly onAsked?: () => void;
  /** Told what a search found that it cannot tell apart. */
  readonly onCandidates?: (among: readonly ReportedWork[]) => void;
}

/** How one step of a job ended. */
export type StepResult =
  /** Saved; `job` is as it is now. */
  | { readonly kind: 'advanced'; readonly job: Job }
  /** Nothing to change yet; the runner will look again. */
  | { readonly kind: 'unchanged'; readonly job: Job }
  /** Another node decided meanwhile: nothing of ours was saved. */
  | { readonly kind: 'stale' };

/** Who could make what, as the gateway is set up. */
export function routerOf({ ports, options }: Pick<Work, 'ports' | 'options'>): Router {
  return createRouter(options, ports.upstreams);
}
