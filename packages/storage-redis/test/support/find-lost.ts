import type { StorageBundle } from '@filmgate/core';
import type { Acknowledged } from './acknowledged.ts';

/** Acknowledged facts that are no longer true, as sentences; empty when nothing was lost and nothing was sent twice. */
export async function findLost(
  store: StorageBundle,
  facts: readonly Acknowledged[],
): Promise<readonly string[]> {
  const removed = new Set(facts.flatMap((fact) => (fact.what === 'removed' ? fact.ids : [])));
  const lost: string[] = [...sentTwice(facts)];
  for (const fact of newestOnly(facts)) {
    const what = await check(store, fact, removed);
    if (what !== undefined) lost.push(what);
  }
  return lost;
}

/** Two sendings of one try, by any nodes (I1). */
function sentTwice(facts: readonly Acknowledged[]): readonly string[] {
  const tries = facts.flatMap((fact) =>
    fact.what === 'sent' ? [`${fact.id}, try ${String(fact.try)}`] : [],
  );
  const seen = new Set<string>();
  return tries.flatMap((name) => {
    if (seen.has(name)) return [`${name} was sent twice`];
    seen.add(name);
    return [];
  });
}

/** Of all acknowledged versions of a job only the highest has to be checked. */
function newestOnly(facts: readonly Acknowledged[]): readonly Acknowledged[] {
  const newest = new Map<string, Extract<Acknowledged, { what: 'job' }>>();
  for (const fact of facts) {
    if (fact.what !== 'job') continue;
    const known = newest.get(fact.id);
    if (known === undefined || known.version < fact.version) newest.set(fact.id, fact);
  }
  return [...facts.filter(({ what }) => what !== 'job'), ...newest.values()];
}

async function check(
  store: StorageBundle,
  fact: Acknowledged,
  removed: ReadonlySet<string>,
): Promise<string | undefined> {
  switch (fact.what) {
    case 'job': {
      const job = await store.reader.find(fact.id);
      if (job === undefined)
        return removed.has(fact.id) || fact.mayBeRemoved ? undefined : `${fact.id} is lost`;
      if (job.version < fact.version)
        return `${fact.id} is in version ${String(job.version)}, not ${String(fact.version)}`;
      const keyed = await store.reader.findByKey({ scope: fact.owner, key: `key of ${fact.id}` });
      return keyed?.job.id === fact.id ? undefined : `the key of ${fact.id} is lost`;
    }
    case 'sent':
    case 'receipt': {
      if ((await store.reader.find(fact.id)) === undefined) return undefined;
      const dispatches = await store.reader.dispatches(fact.id);
      const dispatch = dispatches.find(({ correlationId }) => correlationId === fact.correlationId);
      if (dispatch === undefined) return `the dispatch record of ${fact.id} is lost`;
      const isKept = fact.what === 'sent' || dispatch.handle === fact.handle;
      return isKept ? undefined : `the receipt of ${fact.id} is lost`;
    }
    case 'removed': {
      const found = await Promise.all(fact.ids.map((id) => store.reader.find(id)));
      const back = found.find((job) => job !== undefined);
      return back === undefined ? undefined : `${back.id} is back`;
    }
  }
}
