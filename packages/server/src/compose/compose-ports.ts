import { join } from 'node:path';
import type { EventLog, GatewayPorts, StorageBundle } from '@filmgate/core';
import {
  type AllowedHosts,
  createDigest,
  createGuardedFetch,
  createSystemClock,
  createTimeOrderedIds,
  type GuardedFetch,
  parseAllowedHosts,
  type SecretBox,
  sniffMediaType,
} from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import type { Settings } from '../settings/settings-schema.ts';
import { makePrivateDirectory } from './private-file.ts';
import { accountSecretPurpose, openSecretBox } from './secrets.ts';
import { openUpstreams, type Upstreams } from './upstreams.ts';

/** The ports of one process on its own data directory. */
export interface ComposedPorts {
  readonly ports: GatewayPorts;
  readonly secretBox: SecretBox;
  readonly upstreams: Upstreams;
  /** Lets go of the store, the files and the upstreams. */
  close(): Promise<void>;
}

/** Bounds of one remote image (decisions §3 sizes). */
const remoteImageBytes = 20 * 1024 * 1024;
const remoteImageTimeoutMs = 30_000;
const remoteImageIdleMs = 10_000;

/** Opens everything a gateway stands on: embedded store, files, upstreams, guarded fetch. */
export async function composePorts(settings: Settings, log: EventLog): Promise<ComposedPorts> {
  const directory = settings.FILMGATE_DATA_DIR;
  makePrivateDirectory(directory);
  const storage = await createSqliteStorage({ file: join(directory, 'filmgate.db'), log });
  try {
    return await composeOn(settings, storage, log);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function composeOn(
  settings: Settings,
  storage: StorageBundle,
  log: EventLog,
): Promise<ComposedPorts> {
  const dataDirectory = settings.FILMGATE_DATA_DIR;
  const clock = createSystemClock();
  const given = settings.FILMGATE_MASTER_KEY;
  const secretBox = await openSecretBox({ given, dataDirectory, values: storage.values });
  const assetBlobs = await createFileBlobs({ directory: join(dataDirectory, 'assets'), log });
  const resultBlobs = await createFileBlobs({ directory: join(dataDirectory, 'results'), log });
  const upstreams = openUpstreams(settings, () => clock.now());
  const ports: GatewayPorts = {
    storage,
    assetBlobs,
    resultBlobs,
    upstreams: upstreams.clients,
    clock,
    ids: createTimeOrderedIds({ now: () => clock.now() }),
    digest: createDigest(),
    log,
    fetchReference: guardedFetchOf(settings),
    sniffMedia: sniffMediaType,
    openSecret: (accountId, sealed) => openAccountSecret(secretBox, accountId, sealed),
  };
  return {
    ports,
    secretBox,
    upstreams,
    close: async () => {
      try {
        await storage.close();
      } finally {
        await Promise.all([assetBlobs.close(), resultBlobs.close(), upstreams.close()]);
      }
    },
  };
}

function guardedFetchOf(settings: Settings): GuardedFetch {
  return createGuardedFetch({
    allowedHosts: imageHosts(settings),
    maxBytes: remoteImageBytes,
    timeoutMs: remoteImageTimeoutMs,
    idleTimeoutMs: remoteImageIdleMs,
  });
}

function imageHosts(settings: Settings): AllowedHosts {
  const reading = parseAllowedHosts(settings.FILMGATE_IMAGE_HOSTS.join(','));
  if (reading.kind === 'refused') throw new Error('FILMGATE_IMAGE_HOSTS was not checked.');
  return reading.hosts;
}

function openAccountSecret(
  box: SecretBox,
  accountId: string,
  sealed: string | undefined,
): string | null {
  if (sealed === undefined) return null;
  const opened = box.open(accountSecretPurpose(accountId), sealed);
  if (opened.kind === 'refused') {
    throw new Error(`The secret of account ${accountId} cannot be opened: ${opened.reason}.`);
  }
  return opened.plaintext;
}
