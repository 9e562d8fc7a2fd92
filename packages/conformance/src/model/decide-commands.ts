import * as fc from 'fast-check';
import type {
  Claim,
  CommitInput,
  CommitOutcome,
  Job,
  JobState,
  RecordDispatchOutcome,
} from '@filmgate/core';
import type { StepMaker } from '../job/job-step.ts';
import {
  complete,
  fail,
  finish,
  giveUpSlot,
  loseOutcome,
  progress,
  resolveCharged,
} from '../job/outcome-steps.ts';
import { anyDigest, leaseMs } from '../job/scene.ts';
import {
  awaitConfiguration,
  dispatch,
  prepareOn,
  receive,
  refuse,
  withdraw,
} from '../job/submission-steps.ts';
import { command } from './create-commands.ts';
import { both, modelAccounts, type Oracle, type Subject } from './twin-stores.ts';

/** The legal steps from each state; a final state has none. */
function stepsFrom(job: Job): readonly StepMaker[] {
  const steps: { readonly [S in JobState]: readonly StepMaker[] } = {
    queued: [...modelAccounts.map((id) => prepareOn(id)), awaitConfiguration],
    awaiting_configuration: modelAccounts.map((id) => prepareOn(id)),
    prepared: [withdraw],
    dispatching: [receive, receive, refuse, loseOutcome, fail],
    submitted: [progress, finish, finish, fail, loseOutcome],
    polling: [progress, finish, finish, fail, loseOutcome],
    storing: [complete, complete, fail],
    completed: [],
    failed: [],
    outcome_unknown: [
      ...(job.credit === 'held' ? [receive] : []),
      giveUpSlot,
      resolveCharged,
      fail,
    ],
  };
  return steps[job.state];
}

const picks = {
  job: fc.nat({ max: 99 }),
  /** Number of versions between the newest one and the one the decision is based on: mostly 0. */
  age: fc.oneof({ arbitrary: fc.constant(0), weight: 6 }, fc.integer({ min: 1, max: 3 })),
  /** Claim of the job: none, or counted from the newest. */
  claim: fc.option(fc.nat({ max: 2 }), { freq: 1 }),
  step: fc.nat({ max: 11 }),
  lease: fc.constantFrom('keep' as const, 'release' as const),
};

/** Decisions: from the newest version and from older ones, under live, lost and no claims. */
export function commitCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.record(picks).map((input) =>
    command('commit', input, async (oracle, subject) => {
      const from = versionOf(oracle, input);
      const steps = from === undefined ? [] : stepsFrom(from);
      // A prepared job is withdrawn only now and then, otherwise none would get any further.
      if (from?.state === 'prepared' && input.step % 4 > 0) return;
      const step = steps[input.step % Math.max(1, steps.length)];
      if (from === undefined || step === undefined) return;
      const { next, effects } = step(from, oracle.now);
      const claim = claimFor(oracle, from, input.claim);
      const change: CommitInput = {
        claim,
        from,
        next,
        effects,
        lease: input.lease,
        now: oracle.now,
      };
      const said = await both<CommitOutcome>(oracle, subject, ({ jobs }) => jobs.commit(change));
      if (said.kind === 'committed') oracle.versions.push(said.job);
      oracle.now += 1;
    }),
  );
}

/** Dispatches of prepared jobs, by each current or former holder of a lease. */
export function dispatchCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.record(picks).map((input) =>
    command('dispatch', input, async (oracle, subject) => {
      const prepared = input.age === 0 ? newestOf(oracle) : oracle.versions;
      const candidates = prepared.filter(({ state }) => state === 'prepared');
      const from = candidates[input.job % Math.max(1, candidates.length)];
      if (from === undefined) return;
      if (claimFor(oracle, from, 0) === null)
        await claimAll(oracle, subject, { lane: 'continue', holder: 'a' });
      const claim = claimFor(oracle, from, input.claim ?? 0);
      if (claim === null) return;
      const { next, effects } = dispatch(from, oracle.now);
      const correlationId = `${from.id}.${from.refusals}.${input.step % 2}`;
      const entry = {
        claim,
        from,
        next: { ...next, correlationId },
        effects,
        lease: input.lease,
        correlationId,
        requestDigest: anyDigest,
        sendDeadlineAt: oracle.now + 60_000,
        now: oracle.now,
      };
      const said = await both<RecordDispatchOutcome>(oracle, subject, ({ jobs }) =>
        jobs.recordDispatch(entry),
      );
      if (said.kind === 'recorded') oracle.versions.push(said.job);
      oracle.now += 1;
    }),
  );
}

/** Receipts: for existing and missing dispatch records, equal and different ones. */
export function receiptCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc
    .record({ job: picks.job, age: picks.age, handle: fc.constantFrom('{"a":1}', '{"a":2}') })
    .map((input) =>
      command('receipt', input, async (oracle, subject) => {
        const job = versionOf(oracle, input);
        if (job === undefined) return;
        const correlationId = job.correlationId ?? 'none';
        await both(oracle, subject, ({ jobs }) =>
          jobs.recordReceipt({
            jobId: job.id,
            correlationId,
            accountId: job.accountId,
            endpoint: 'mock',
            handle: input.handle,
            now: oracle.now,
          }),
        );
      }),
    );
}

/** Leases: claimed, renewed, returned, left to expire. */
export function leaseCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  const claims = fc.record({
    lane: fc.constantFrom('start' as const, 'continue' as const),
    holder: fc.constantFrom('a', 'b'),
  });
  const claim = claims.map((input) =>
    command('claimDue', input, async (oracle, subject) => {
      await claimAll(oracle, subject, input);
    }),
  );
  const renew = fc.record({ last: fc.nat({ max: 4 }) }).map((input) =>
    command('renewLeases', input, async (oracle, subject) => {
      const some = oracle.claims.slice(-1 - input.last);
      const leaseUntil = oracle.now + leaseMs;
      await both(oracle, subject, async ({ jobs }) => {
        const { lost } = await jobs.renewLeases({ claims: some, leaseUntil, now: oracle.now });
        return lost.toSorted();
      });
    }),
  );
  const release = fc
    .record({ claim: fc.nat({ max: 3 }), ms: fc.constantFrom(0, 500) })
    .map((input) =>
      command('releaseClaim', input, async (oracle, subject) => {
        const given = oracle.claims.at(-1 - input.claim);
        if (given === undefined) return;
        const dueAt = oracle.now + input.ms;
        await both(oracle, subject, ({ jobs }) =>
          jobs.releaseClaim({ claim: given, dueAt, now: oracle.now }),
        );
      }),
    );
  return fc.oneof({ arbitrary: claim, weight: 4 }, renew, release);
}

function claimFor(oracle: Oracle, job: Job, pick: number | null): Claim | null {
  if (pick === null) return null;
  const ofJob = oracle.claims.filter((claim) => claim.job.id === job.id);
  return ofJob.at(-1 - (pick % Math.max(1, ofJob.length))) ?? null;
}

/** Claims the whole lane at once, so that both stores must return the same jobs, in any order. */
async function claimAll(
  oracle: Oracle,
  subject: Subject,
  input: { readonly lane: 'start' | 'continue'; readonly holder: string },
): Promise<void> {
  const { now } = oracle;
  const wish = {
    ...input,
    families: ['vidA', 'vidB'],
    limit: 1_000,
    leaseUntil: now + leaseMs,
    now,
  };
  const given = await both(oracle, subject, async ({ jobs }) => {
    const all = await jobs.claimDue(wish);
    return all.toSorted((one, other) => (one.job.id < other.job.id ? -1 : 1));
  });
  oracle.claims.push(...given);
}

/** The current value of every job seen by the history. */
function newestOf(oracle: Oracle): readonly Job[] {
  return [...new Map(oracle.versions.map((version) => [version.id, version])).values()];
}

/** A current or former value of one of the jobs. */
function versionOf(
  oracle: Oracle,
  { job, age }: { readonly job: number; readonly age: number },
): Job | undefined {
  const newest = newestOf(oracle);
  const id = newest[job % Math.max(1, newest.length)]?.id;
  const versions = oracle.versions.filter((version) => version.id === id);
  return versions.at(-1 - age) ?? versions[0];
}
