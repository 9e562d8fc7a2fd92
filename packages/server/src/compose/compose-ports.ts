import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog, GatewayPorts, StorageBundle } from '@filmgate/core';
import {
  createDigest,
  createGuardedFetch,
  createSystemClock,
  createTimeOrderedIds,
  parseAllowedHosts,
  type SecretBox,
  sniffMediaType,
} from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import type { Settings } from '../settings/settings-schema.ts';
import { accountSecretPurpose, loadMasterKey, openSecretBox } from './secrets.ts';
import { openUpstreams, type Upstreams } from './upstreams.ts';

/** The ports of one process on its own data directory. */
export interface ComposedPorts {
  readonly ports: GatewayPorts;
  readonly secretBox: SecretBox;
  readonly upstreams: Upstreams;
  /** Lets go of the store and the upstreams. */
  close(): Promise<void>;
}

/** Bounds of one remote image (decisions §3 sizes). */
const remoteImageBytes = 20 * 1024 * 1024;
const remoteImageTimeoutMs = 30_000;
const remoteImageIdleMs = 10_000;

/** Opens everything a gateway stands on: embedded store, files, upstreams, guarded fetch. */
export async function composePorts(settings: Settings, log: EventLog): Promise<ComposedPorts> {
  const directory = settings.FILMGATE_DATA_DIR;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const storage = await createSqliteStorage({ file: join(directory, 'filmgate.db'), log });
  try {
    return await composeOn(settings, storage, log);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function composeOn(settings: Settings, storage: StorageBundle, log: EventLog): Promise<ComposedPorts> {
  const directory = settings.FILMGATE_DATA_DIR;
  const clock = createSystemClock();
  const secretBox = await openSecretBox(loadMasterKey(settings.FILMGATE_MASTER_KEY, directory), storage.values);
  const upstreams = openUpstreams(settings, () => clock.now());
  const ports: GatewayPorts = {
    storage,
    assetBlobs: await createFileBlobs({ directory: join(directory, 'assets'), log }),
    resultBlobs: await createFileBlobs({ directory: join(directory, 'results'), log }),
    upstreams: upstreams.clients,
    clock,
    ids: createTimeOrderedIds({ now: () => clock.now() }),
    digest: createDigest(),
    log,
    fetchReference: createGuardedFetch({
      allowedHosts: imageHosts(settings),
      maxBytes: remoteImageBytes,
      timeoutMs: remoteImageTimeoutMs,
      idleTimeoutMs: remoteImageIdleMs,
    }),
    sniffMedia: sniffMediaType,
    openSecret: (accountId, sealed) => openAccountSecret(secretBox, accountId, sealed),
  };
  return {
    ports,
    secretBox,
    upstreams,
    close: async () => {
      await storage.close();
      await upstreams.close();
    },
  };
}

function imageHosts(settings: Settings) {
  const reading = parseAllowedHosts(settings.FILMGATE_IMAGE_HOSTS.join(','));
  if (reading.kind === 'parsed') return reading.hosts;
  const problems = reading.problems.map(({ entry, message }) => `${entry}: ${message}`).join('; ');
  throw new Error(`FILMGATE_IMAGE_HOSTS cannot be used: ${problems}.`);
}

function openAccountSecret(box: SecretBox, accountId: string, sealed: string | undefined): string | null {
  if (sealed === undefined) return null;
  const opened = box.open(accountSecretPurpose(accountId), sealed);
  if (opened.kind === 'refused') throw new Error(`The secret of account ${accountId} cannot be opened: ${opened.reason}.`);
  return opened.plaintext;
}
