import { deepStrictEqual } from 'node:assert/strict';
import type { AdmissionFacts, Claim, Job, StorageBundle } from '@filmgate/core';

/** The store under test. */
export interface Subject {
  readonly bundle: StorageBundle;
}

/** The memory store beside it, and everything the history has seen so far. */
export interface Oracle {
  readonly bundle: StorageBundle;
  now: number;
  /** Number of created jobs. */
  made: number;
  /** Every version of every job that was seen, oldest first; stale ones included on purpose. */
  readonly versions: Job[];
  /** Every claim that was given, oldest first; lost ones included on purpose. */
  readonly claims: Claim[];
}

/** Owners of a history; the last has no limit. */
export const modelOwners = ['user:poor', 'user:rich', 'native'] as const;

/** Accounts of a history. */
export const modelAccounts = ['account-1', 'account-2'] as const;

/** An empty history on two empty stores. */
export function createOracle(bundle: StorageBundle): Oracle {
  return { bundle, now: 1_750_000_000_000, made: 0, versions: [], claims: [] };
}

/** Runs the same on both stores and fails unless both return the same; returns the common result. */
export async function both<Said>(
  oracle: Oracle,
  subject: Subject,
  act: (bundle: StorageBundle) => Promise<Said>,
): Promise<Said> {
  const expected = await act(oracle.bundle);
  const actual = await act(subject.bundle);
  deepStrictEqual(withoutDueAt(actual), withoutDueAt(expected));
  return expected;
}

/** Compares everything that can be read. */
export async function compareStores(oracle: Oracle, subject: Subject): Promise<void> {
  const ids = [...new Set(oracle.versions.map(({ id }) => id))];
  await both(oracle, subject, async ({ reader, accounts, apiUsers }) => ({
    jobs: await Promise.all(ids.map((id) => reader.find(id))),
    trails: await Promise.all(ids.map((id) => reader.trail(id))),
    dispatches: await Promise.all(ids.map((id) => reader.dispatches(id))),
    loads: await accounts.loads(),
    usage: await Promise.all(modelOwners.map((owner) => apiUsers.usage(owner))),
    depth: present(await reader.depth()),
    facts: presentFacts(await reader.admissionFacts(modelOwners[0])),
    nextDueAt: await reader.nextDueAt(),
  }));
}

/** A family without waiting jobs may be absent or 0. */
function present(depth: Awaited<ReturnType<StorageBundle['reader']['depth']>>): object {
  return {
    ...depth,
    waitingCredits: positive(depth.waitingCredits),
    queuedByFamily: positive(depth.queuedByFamily),
  };
}

function presentFacts({ waitingCredits, ...facts }: AdmissionFacts): object {
  return { ...facts, waitingCredits: positive(waitingCredits) };
}

function positive(sums: { readonly [family: string]: number }): object {
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount > 0));
}

/** A store may choose if a release or a wake changes the job itself; when the job can be claimed is fixed. */
function withoutDueAt(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, part: unknown) => (key === 'dueAt' ? undefined : part)),
  );
}
