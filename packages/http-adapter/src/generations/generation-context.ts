import type {
  AcceptCommand,
  AcceptRefusal,
  Clock,
  Digest,
  FileLost,
  Gateway,
  Job,
  JobReader,
  Logger,
  ModelSurface,
  StorageUnavailable,
} from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOpenWaits, type OpenWaits } from '../http/open-waits.ts';
import type { MediaLinks } from '../http/signed-media.ts';
import type { RequestFailure } from './request-fields.ts';
import { createRetryDeduplicator, type RetryDeduplicator } from './retry-deduplicator.ts';

/** The parts of the composition root that calls need which wait for their results. */
export interface WaitingDeps {
  /** Maximum time a caller waits for a family, in ms. */
  readonly syncWaitMs: (family: string) => number;
  /** True if new work is refused, because the server is about to stop. */
  readonly isDraining: () => boolean;
  /** Aborts when open waits are to be cut: the runner has stopped, the jobs continue after the next start. */
  readonly stopping: AbortSignal;
}

export interface GenerationDeps extends WaitingDeps {
  readonly gateway: Pick<Gateway, 'catalog' | 'accept' | 'replay' | 'awaitEnd' | 'openResult'>;
  readonly jobs: Pick<JobReader, 'find' | 'findByContent'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly digest: Digest;
  readonly log: Logger;
}

/** A job that is waited for: only the fields waiting needs, because thousands wait at once. */
export interface AwaitedJob {
  readonly id: string;
  readonly owner: string;
  readonly family: string;
}

/** The reason why a waiting caller gets no result. Each surface words it. */
export type GenerationFault =
  /** The request cannot be read, or is not on offer. */
  | { readonly kind: 'unusable'; readonly failure: RequestFailure }
  /** The server stops, and no job was started. */
  | { readonly kind: 'draining' }
  | { readonly kind: 'not-accepted'; readonly refusal: AcceptRefusal }
  | { readonly kind: 'not-stored'; readonly error: StorageUnavailable }
  | { readonly kind: 'failed'; readonly job: Job }
  /** Perhaps charged, never submitted again [invariants.i6-unknown-not-resubmitted]. */
  | { readonly kind: 'outcome-unknown'; readonly id: string }
  /** The wait is over, but the job continues. */
  | { readonly kind: 'timed-out'; readonly id: string }
  /** The server stops, but the job continues. */
  | { readonly kind: 'cut'; readonly id: string }
  /** Its result was removed, as every result is in time: a known key may be older. */
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'lost'; readonly lost: FileLost };

/** The caller's part of a creation: a call without a key is found again by its content. */
export type Order = Pick<AcceptCommand, 'owner' | 'jobId' | 'quota'> & {
  readonly idempotency: NonNullable<AcceptCommand['idempotency']>;
};

/** A surface whose callers wait for what they order. */
export interface GenerationContext {
  readonly surface: ModelSurface;
  readonly deps: GenerationDeps;
  /** Sizes in bytes. */
  readonly settings: {
    readonly createBodyBytes: number;
    readonly dataUrlBytes: number;
    readonly mostImagesAtOnce: number;
  };
  readonly links: MediaLinks;
  /** Open waits for responses. */
  readonly waits: OpenWaits;
  readonly retries: RetryDeduplicator;
  /** Requests that may have begun paid work: whatever fails, the response asks the client not to repeat them. */
  readonly begun: WeakSet<FastifyRequest>;
  /** Returns a new job's part of its caller; called once for each job. */
  readonly orderOf: (request: FastifyRequest) => Order;
  /** Sends a fault; `others` were made or are in progress nevertheless, so that a repeated call would pay for them. */
  readonly refuse: (
    reply: FastifyReply,
    fault: GenerationFault,
    others: readonly AwaitedJob[],
  ) => FastifyReply;
}

/** @param joinMs - time after its end in which an unreported job is handed to a retry, in ms */
export function createWaits(
  deps: Pick<GenerationDeps, 'jobs' | 'clock' | 'digest' | 'log' | 'syncWaitMs' | 'stopping'>,
  joinMs: number,
): Pick<GenerationContext, 'waits' | 'retries'> {
  return {
    waits: createOpenWaits(deps.stopping),
    retries: createRetryDeduplicator({ deps, joinMs }),
  };
}
