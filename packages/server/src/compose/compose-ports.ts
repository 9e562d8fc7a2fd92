import { join } from 'node:path';
import type { EventLog, GatewayPorts, StorageBundle } from '@filmgate/core';
import {
  createDigest,
  createSystemClock,
  createTimeOrderedIds,
  type GuardedFetch,
  type SecretBox,
  sniffMediaType,
} from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import {
  type JudgeSettings,
  type LiveSettings,
  openLiveSettings,
} from '../settings/live-settings.ts';
import type { SettingName } from '../settings/setting-name.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { createStoredSettings } from '../settings/stored-settings.ts';
import { makePrivateDirectory } from './private-file.ts';
import { createReferenceFetch } from './reference-fetch.ts';
import { accountSecretPurpose, openSecretBox } from './secrets.ts';
import { openUpstreams, type Upstreams } from './upstreams.ts';

/** The ports of one process on its own data directory. */
export interface ComposedPorts {
  readonly ports: GatewayPorts;
  readonly secretBox: SecretBox;
  /** The settings in force: those of the environment, and what was stored over them. */
  readonly live: LiveSettings;
  readonly upstreams: Upstreams;
  /** As `ports.fetchReference`, but from any public host while no list is set (decisions §5 Chat). */
  readonly fetchPublicReference: GuardedFetch;
  /** Lets go of the store, the files and the upstreams. */
  close(): Promise<void>;
}

/** What the settings of a store are judged by. */
export interface SettingsRules {
  /** The settings the environment gave. */
  readonly given: ReadonlySet<SettingName>;
  readonly judge: JudgeSettings;
}

/** Opens everything a gateway stands on: embedded store, files, upstreams, guarded fetch. */
export async function composePorts(
  settings: Settings,
  log: EventLog,
  rules: SettingsRules,
): Promise<ComposedPorts> {
  const directory = settings.FILMGATE_DATA_DIR;
  makePrivateDirectory(directory);
  const storage = await createSqliteStorage({ file: join(directory, 'filmgate.db'), log });
  try {
    return await composeOn(settings, storage, { log, rules });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function composeOn(
  settings: Settings,
  storage: StorageBundle,
  { log, rules }: { readonly log: EventLog; readonly rules: SettingsRules },
): Promise<ComposedPorts> {
  const dataDirectory = settings.FILMGATE_DATA_DIR;
  const clock = createSystemClock();
  const given = settings.FILMGATE_MASTER_KEY;
  const secretBox = await openSecretBox({ given, dataDirectory, values: storage.values });
  const stored = createStoredSettings(storage.values, secretBox);
  const live = await openLiveSettings({ base: settings, stored, log, ...rules });
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
    fetchReference: createReferenceFetch(live, []),
    sniffMedia: sniffMediaType,
    openSecret: (accountId, sealed) => openAccountSecret(secretBox, accountId, sealed),
  };
  return {
    ports,
    secretBox,
    live,
    upstreams,
    fetchPublicReference: createReferenceFetch(live, 'any-public'),
    close: () => closePorts(storage, [assetBlobs, resultBlobs, upstreams]),
  };
}

async function closePorts(
  storage: StorageBundle,
  others: readonly { close(): Promise<void> }[],
): Promise<void> {
  try {
    await storage.close();
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
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
