import type { CommitInput, StorageBundle } from '@filmgate/core';
import { overlay } from '../overlay.ts';

export interface Clocks {
  /** Time of the store's server, ms since 1970. */
  readonly serverNow: () => number;
  /** Time of the connected node's clock. */
  readonly nodeNow: () => number;
}

/**
 * Makes schedules follow the server's clock, as in a store that nodes share: instants of a node are moved by the
 * difference of its clock.
 */
export function byServerClock(
  bundle: StorageBundle,
  { serverNow, nodeNow }: Clocks,
): StorageBundle {
  const { jobs, reader, accounts } = bundle;
  /** Difference of the node's clock at the instant of its call, in ms. */
  const apartOf = ({ now }: { readonly now: number }): number => serverNow() - now;
  const reported = <Input extends { readonly now: number }>(input: Input): Input => ({
    ...input,
    now: input.now + apartOf(input),
  });
  const due = <Job extends { readonly dueAt: number | null }>(job: Job, apart: number): Job =>
    job.dueAt === null ? job : { ...job, dueAt: job.dueAt + apart };
  const decided = <Input extends CommitInput>(input: Input): Input =>
    reported({ ...input, next: due(input.next, apartOf(input)) });
  const leased = <Input extends { readonly now: number; readonly leaseUntil: number }>(
    input: Input,
  ): Input => reported({ ...input, leaseUntil: input.leaseUntil + apartOf(input) });
  return {
    ...bundle,
    serverTime: async () => serverNow(),
    jobs: overlay(jobs, {
      acceptJob: (input) =>
        jobs.acceptJob(reported({ ...input, job: due(input.job, apartOf(input)) })),
      claimDue: (input) => jobs.claimDue(leased(input)),
      commit: (input) => jobs.commit(decided(input)),
      recordDispatch: (input) => jobs.recordDispatch(decided(input)),
      recordReceipt: ({ decision, ...input }) =>
        jobs.recordReceipt({
          ...reported(input),
          ...(decision !== undefined && { decision: decided(decision) }),
        }),
      renewLeases: (input) => jobs.renewLeases(leased(input)),
      releaseClaim: (input) =>
        jobs.releaseClaim(reported({ ...input, dueAt: input.dueAt + apartOf(input) })),
    }),
    reader: overlay(reader, {
      nextDueAt: async () => {
        const dueAt = await reader.nextDueAt();
        return dueAt === null ? null : dueAt + nodeNow() - serverNow();
      },
    }),
    accounts: overlay(accounts, {
      add: (input) => accounts.add(reported(input)),
      edit: (input) => accounts.edit(reported(input)),
      recordProbe: (input) => accounts.recordProbe(reported(input)),
    }),
  };
}
