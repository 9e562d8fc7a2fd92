import { createJobFactory } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import type { Acknowledged } from './acknowledged.ts';

/** Acknowledged facts that are missing, as sentences; empty when nothing was lost. */
export async function findLost(
  store: StorageBundle,
  facts: readonly Acknowledged[],
): Promise<readonly string[]> {
  const removed = new Set(facts.flatMap((fact) => (fact.what === 'removed' ? fact.ids : [])));
  const checked = await Promise.all(facts.map((fact) => check(store, fact, removed)));
  return checked.flatMap((lost) => (lost === undefined ? [] : [lost]));
}

async function check(
  store: StorageBundle,
  fact: Acknowledged,
  removed: ReadonlySet<string>,
): Promise<string | undefined> {
  switch (fact.what) {
    case 'job':
      return removed.has(fact.id) ? undefined : await checkJob(store, fact);
    case 'dispatch':
    case 'receipt':
      return await checkDispatch(store, fact);
    case 'removed': {
      const found = await Promise.all(fact.ids.map((id) => store.reader.find(id)));
      const back = found.find((job) => job !== undefined);
      return back === undefined ? undefined : `${back.id} is back`;
    }
    case 'value': {
      const value = Number(await store.values.get(fact.name));
      return value >= Number(fact.value) ? undefined : `${fact.name} is ${value} again`;
    }
  }
}

async function checkJob(
  store: StorageBundle,
  fact: Extract<Acknowledged, { what: 'job' }>,
): Promise<string | undefined> {
  const { id, owner, version, mayBeRemoved } = fact;
  const job = await store.reader.find(id);
  if (job === undefined) return mayBeRemoved ? undefined : `${id} is lost`;
  if (job.version < version) return `${id} is in version ${job.version}, not ${version}`;
  const idempotency = { scope: owner, key: `key of ${id}`, fingerprint: '1:a' };
  const input = { job: createJobFactory().newJob(), idempotency, queueLimit: 0, now: 1 };
  const repeat = await store.jobs.acceptJob(input);
  return repeat.kind === 'replayed' && repeat.job.id === id
    ? undefined
    : `the key of ${id} is lost`;
}

async function checkDispatch(
  store: StorageBundle,
  fact: Extract<Acknowledged, { what: 'dispatch' | 'receipt' }>,
): Promise<string | undefined> {
  // A removed job, acknowledged or not, has taken its dispatch records along.
  if ((await store.reader.find(fact.id)) === undefined) return undefined;
  const dispatches = await store.reader.dispatches(fact.id);
  const dispatch = dispatches.find(({ correlationId }) => correlationId === fact.correlationId);
  if (dispatch === undefined) return `the dispatch record of ${fact.id} is lost`;
  const isKept = fact.what === 'dispatch' || dispatch.handle === fact.handle;
  return isKept ? undefined : `the receipt of ${fact.id} is lost`;
}
