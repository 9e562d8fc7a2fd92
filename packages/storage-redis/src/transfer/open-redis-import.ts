import { type BeginImportOutcome, type StoreImport, storeRecordSchema } from '@filmgate/core';
import type { Baseline } from '../data-loss/baseline-file.ts';
import { type OpenOptions, openStore, type OpenStore } from '../connection/open-store.ts';
import { JobKeys } from '../keys/job-keys.ts';
import { createKeyValueStore } from '../values/redis-key-value-store.ts';
import { beginImportScript, removeKeysScript, restartImportScript } from './import-scripts.ts';
import { importRecords } from './import-records.ts';
import { keysLike, viewOf } from './stored-records.ts';

/** Keys removed by one script. */
const keysPerRemoval = 500;

type Note = Parameters<StoreImport['begin']>[0];

/**
 * Opens a shared store to import the records of another one. The store must not be in use meanwhile; the opener checks
 * that by the note. The baseline is compared from the beginning, and written only once everything was verified: an
 * import that is refused or aborted leaves the record of the store unchanged.
 *
 * @throws StorageUnavailable with a sentence for the operator: the server cannot be reached, is not durable, may evict…
 */
export async function openRedisImport({ baseline, ...options }: OpenOptions): Promise<StoreImport> {
  const store = await openStore({
    ...options,
    ...(baseline !== undefined && { baseline: heeded(baseline) }),
  });
  return {
    view: viewOf(store),
    begin: (note) => begin(store, note),
    startOver: (note) => startOver(store, note),
    write: (records) =>
      importRecords(
        store,
        records.map((record) => storeRecordSchema.parse(record)),
      ),
    note: ({ name, text }) => createKeyValueStore(store).put(name, text),
    keepBaseline: async () => {
      const known = store.remembered();
      if (known !== null) await baseline?.write(known);
    },
    close: () => store.close(),
  };
}

function heeded(baseline: Baseline): Baseline {
  return { read: () => baseline.read(), write: async () => undefined };
}

async function begin({ scripts, keys: space }: OpenStore, note: Note): Promise<BeginImportOutcome> {
  const { accounts, counters, idempotency, changedOpen, changedFinal } = new JobKeys(space);
  const call = beginImportScript.call(
    {
      values: space.of('values'),
      users: space.of('users'),
      assets: space.of('assets'),
      audit: space.audit,
      accounts,
      counters,
      idempotency,
      changedOpen,
      changedFinal,
      holdings: space.of('holdings'),
    },
    note,
  );
  const { outcome } = await scripts.change(beginImportScript.script, call);
  const [kind = '', text = ''] = outcome.split('\n', 2);
  switch (kind) {
    case 'begun':
    case 'not-empty':
      return { kind };
    case 'found':
      return { kind, text };
    default:
      throw new TypeError(`begin-import said ${kind}.`);
  }
}

/** The key-value entries are removed last, and with them the note of the aborted import. */
async function startOver(store: OpenStore, note: Note): Promise<void> {
  const { scripts, keys: space } = store;
  const values = space.of('values');
  const isKept = (key: string) =>
    key === values ||
    key === space.fence ||
    key.startsWith(space.command('')) ||
    key.startsWith(space.node(''));
  const gone = (await keysLike(store, space.of('*'))).filter((key) => !isKept(key));
  for (let from = 0; from < gone.length; from += keysPerRemoval) {
    const keys = gone.slice(from, from + keysPerRemoval);
    await scripts.change(removeKeysScript.script, removeKeysScript.call({}, {}, { keys }));
  }
  await scripts.change(restartImportScript.script, restartImportScript.call({ values }, note));
}
