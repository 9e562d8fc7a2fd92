import { deepStrictEqual, equal } from 'node:assert/strict';
import { type AcceptCommand, defaultCatalog, type Job } from '@filmgate/core';
import * as fc from 'fast-check';
import { createCreationGateway } from '../creation/creation-gateway.ts';
import { validCommands } from '../creation/valid-commands.ts';
import { Scene } from '../job/scene.ts';
import { query } from '../job-reader/listing.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const stores = 3;
const commandsPerStore = 40;

/** Every accepted job can be read, by this opening of the store and by the next. */
export const reopeningLaws: LawGroup<StorageContext> = {
  name: 'job-store.reopening',
  laws: [
    {
      name: '[accepted.read-back] whatever the catalog offers and a store accepts is read back equal after it was opened again',
      timeoutMs: 60_000,
      holds: async ({ open, histories }) => {
        const many = fc.uniqueArray(validCommands(defaultCatalog), {
          minLength: commandsPerStore,
          maxLength: commandsPerStore,
          size: 'max',
          comparator: areOneJob,
        });
        const property = fc.asyncProperty(many, (commands) => comesBack(open, commands));
        await fc.assert(property, { ...histories, numRuns: stores });
      },
    },
  ],
};

/** True when the second of two commands creates no job, because they share an id or a key. */
function areOneJob(one: AcceptCommand, other: AcceptCommand): boolean {
  return (
    one.jobId === other.jobId ||
    (one.idempotency !== null && one.idempotency.key === other.idempotency?.key)
  );
}

async function comesBack(
  open: StorageContext['open'],
  commands: readonly AcceptCommand[],
): Promise<void> {
  const harness = await open();
  try {
    const { bundle } = harness;
    await new Scene(bundle).account('account-1', { credits: null });
    const gateway = createCreationGateway(bundle);
    const accepted: Job[] = [];
    for (const command of commands) {
      const outcome = await gateway.accept(command);
      // A job of a missing account waits, or is refused.
      if (outcome.kind !== 'not-admitted') accepted.push(ofKind(outcome, 'accepted').job);
    }
    await areRead(bundle, accepted);
    await bundle.close();
    const again = await harness.reopen();
    if (bundle.manifest.durable) await areRead(again, accepted);
    else await areRead(again, []);
  } finally {
    await harness.dispose();
  }
}

async function areRead(
  { reader }: StorageContext['bundle'],
  accepted: readonly Job[],
): Promise<void> {
  for (const job of accepted) deepStrictEqual(await reader.find(job.id), job);
  const page = ofKind(await reader.list(query({ order: 'oldest-first', limit: 1_000 })), 'page');
  deepStrictEqual(page.jobs, accepted);
  equal((await reader.depth()).waiting, accepted.length);
}
