import * as z from 'zod';
import { keyedDigest } from '../../world/keyed-digest.ts';
import type { MockJob, MockJobState } from '../../world/mock-job.ts';

const events = ['start', 'output', 'logs', 'completed'] as const;
export type ReplicateEvent = (typeof events)[number];

/** What a submission says of its webhook. */
export const replicateWebhookFields = {
  webhook: z.string().min(1).max(2_048).nullish(),
  webhook_events_filter: z.array(z.enum(events)).max(16).nullish(),
};

/** Without a filter (replicate.com/docs/topics/webhooks/receive-webhook, read 2026-11-28). */
const usualEvents: readonly ReplicateEvent[] = ['output', 'completed'];

/** What an account's webhooks are signed with; always the same, as `GET /v1/webhooks/default/secret` has it. */
export function replicateSecret(seed: string, account: string): string {
  const key = keyedDigest(seed, 'replicate webhook secret', account);
  return `whsec_${key.toString('base64', 0, 24)}`;
}

/** A webhook of a prediction: when it is due, in ms since 1970, and the state it tells. */
export interface ReplicateNotice {
  readonly event: ReplicateEvent;
  readonly at: number;
  readonly state: MockJobState;
}

/**
 * The webhooks of a prediction in their order, by the same page: one when it starts, one for its output, one when it has ended. A
 * mock's prediction has one output and writes no logs.
 */
export function replicateNotices(
  { runsAt, endsAt, canceledAt, instructions }: MockJob,
  filter: readonly ReplicateEvent[] | null | undefined,
): readonly ReplicateNotice[] {
  const hasFailed = instructions.fail !== null || canceledAt !== undefined;
  const hasRun = canceledAt === undefined || canceledAt > runsAt;
  const all: readonly ReplicateNotice[] = [
    ...(hasRun ? [{ event: 'start', at: runsAt, state: 'running' } as const] : []),
    ...(hasFailed ? [] : [{ event: 'output', at: endsAt, state: 'running' } as const]),
    { event: 'completed', at: endsAt, state: hasFailed ? 'failed' : 'completed' },
  ];
  return all.filter(({ event }) => (filter ?? usualEvents).includes(event));
}
