import { type Logger, moveStore, type MoveStoreResult } from '@filmgate/core';
import { createDigest, createSystemClock } from '@filmgate/runtime-node';
import { redisOf, redisBaselineFile, sqliteOf, targetName } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { bringBlobs } from './bring-blobs.ts';
import type { MoveDisplay } from './progress-display.ts';

export interface MigrateCommand {
  readonly from: string;
  readonly to: string;
  /** Settings of the new nodes, with the data directory of the former gateway. */
  readonly settings: Settings;
  readonly display: MoveDisplay;
  /** Aborts when the user wants the command to end. */
  readonly interrupted: AbortSignal;
}

export interface MigrateResult {
  readonly kind: 'moved' | 'refused' | 'different' | 'interrupted';
  readonly message: string;
}

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Copies the store of a stopped gateway from SQLite to Redis, and ends only when both give the same responses. After a
 * kill or an interruption the same command resumes. Sessions, failed logins, the request log and samples are not
 * copied.
 *
 * @throws Error with a sentence for the operator when a store cannot be opened: the database is in use, Redis is not
 * durable…
 */
export async function migrate(command: MigrateCommand): Promise<MigrateResult> {
  const { from, to, settings } = command;
  if (from !== 'sqlite' || to !== 'redis')
    return refused(`Only --from sqlite --to redis is supported, not --from ${from} --to ${to}.`);
  if (settings.FILMGATE_STORAGE !== 'redis')
    return refused(
      'Run the command with the environment of the new nodes (FILMGATE_STORAGE=redis, FILMGATE_REDIS_URL) and the FILMGATE_DATA_DIR of the stopped gateway.',
    );
  const { openSqliteExport } = await import('@filmgate/storage-sqlite');
  const source = await openSqliteExport(sqliteOf(settings));
  try {
    const { createBaselineFile, openRedisImport } = await import('@filmgate/storage-redis');
    const { FILMGATE_DATA_DIR: directory, FILMGATE_REDIS_PREFIX: prefix } = settings;
    const baseline = createBaselineFile(redisBaselineFile(directory, prefix));
    const target = await openRedisImport({ ...redisOf(settings), baseline });
    try {
      const { display, interrupted } = command;
      const result = await moveStore({
        source,
        target,
        targetName: targetName(prefix),
        digest: createDigest(),
        clock: createSystemClock(),
        onProgress: (progress) => display.show(progress),
        bringBytes: () => bringBlobs(settings, source, silent),
        interrupted,
      });
      display.end();
      return toResult(result, settings);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function toResult(result: MoveStoreResult, settings: Settings): MigrateResult {
  const prefix = settings.FILMGATE_REDIS_PREFIX;
  switch (result.kind) {
    case 'equal': {
      const counts = Object.entries(result.counts).map(([kind, count]) => `${kind} ${count}`);
      return {
        kind: 'moved',
        message: `Moved and verified: ${counts.join(', ')}; digest ${result.digest}. Start the nodes on Redis.`,
      };
    }
    case 'moved-already':
      return { kind: 'moved', message: 'Already moved and verified. Start the nodes on Redis.' };
    case 'different':
      return different(`the first different record is ${result.what} ${result.id}`);
    case 'counts-differ':
      return different(
        `SQLite has ${result.source} records of type ${result.what}, Redis has ${result.target}`,
      );
    case 'target-not-empty':
    case 'target-of-another':
    case 'source-moved':
    case 'target-lost':
      return refused(refusalOf(result, prefix));
    case 'interrupted':
      return {
        kind: 'interrupted',
        message: 'Interrupted. Both stores are intact; run the command again to resume.',
      };
  }
}

type Refusal = Extract<
  MoveStoreResult,
  { kind: 'target-not-empty' | 'target-of-another' | 'source-moved' | 'target-lost' }
>;

function refusalOf(result: Refusal, prefix: string): string {
  switch (result.kind) {
    case 'target-not-empty':
      return `The Redis store ${prefix} is not empty. Choose another FILMGATE_REDIS_PREFIX, or empty the store.`;
    case 'target-of-another':
      return `The Redis store ${prefix} has data of another database. Choose another FILMGATE_REDIS_PREFIX, or empty the store.`;
    case 'source-moved':
      return `This database was already moved to ${result.to}. To return to SQLite, stop every node there and run filmgate store take-back first.`;
    case 'target-lost':
      return `This database was already moved to ${targetName(prefix)}, and data is missing there now. Restore the newest copy of the Redis file. Without a copy, stop every node there and run filmgate store take-back; then migrate to an empty FILMGATE_REDIS_PREFIX.`;
  }
}

function refused(message: string): MigrateResult {
  return { kind: 'refused', message };
}

function different(what: string): MigrateResult {
  return {
    kind: 'different',
    message: `The stores differ: ${what}. Keep the gateway on SQLite; its data is intact.`,
  };
}
