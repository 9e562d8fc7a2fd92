import { join } from 'node:path';
import type {
  Clock,
  Logger,
  FreeSpace,
  GatewayPorts,
  KeyValueStore,
  StorageBundle,
} from '@filmgate/core';
import {
  createResponseSpool,
  createDigest,
  createFreeSpace,
  createSystemClock,
  createTimeOrderedIds,
  type GuardedFetch,
  type SecretBox,
  createMediaInspector,
  refuseMovedStore,
} from '@filmgate/runtime-node';
import {
  type CheckSettings,
  type LiveSettings,
  openLiveSettings,
} from '../settings/live-settings.ts';
import type { SettingName, Settings } from '../settings/settings-schema.ts';
import { createStoredSettings } from '../settings/stored-settings.ts';
import { checkResultStore, type OpenBlobs, openBlobs, openResultSpool } from './open-blobs.ts';
import { openStorage, sharesStore } from './open-storage.ts';
import { makePrivateDirectory } from './private-file.ts';
import { createReferenceFetch } from './reference-fetch.ts';
import { resealStore } from './reseal-store.ts';
import { createSecretOpener, openSecretBox } from './secrets.ts';
import type { OperatorChoices } from './operator-choices.ts';
import { type Links, openLinks } from './links.ts';
import { openEndpoints } from './endpoints-in-use.ts';
import type { Upstreams } from './upstreams.ts';

/** The ports of one process on its own data directory. */
export interface ComposedPorts extends Omit<Links, 'notices'> {
  readonly ports: GatewayPorts;
  readonly secretBox: SecretBox;
  /** Settings of this process: those of the environment, completed from the store. */
  readonly settings: Settings;
  /** Settings in force: those of the environment, overridden by the stored ones. */
  readonly live: LiveSettings;
  readonly upstreams: Upstreams;
  /** Fetches like `ports.fetchReference`, but from any public host while no list is set [local.chat.image-remote]. */
  readonly fetchPublicReference: GuardedFetch;
  /** Closes the store, the files and the upstreams. */
  close(): Promise<void>;
}

/** Completes the settings left open from the store, so that all its nodes use the same. */
export type CompleteSettings = (
  settings: Settings,
  store: { readonly values: KeyValueStore; readonly secretBox: SecretBox },
) => Promise<Settings>;

/** Rules that settings of a store are validated by, and the operator's choices. */
export interface SettingsRules {
  /** Settings that the environment gave. */
  readonly given: ReadonlySet<SettingName>;
  readonly check: CheckSettings;
  readonly complete?: CompleteSettings;
  readonly choices: OperatorChoices;
}

/** Opens everything a gateway needs: the store, the bytes, the upstreams, the guarded fetch. */
export async function composePorts(
  settings: Settings,
  log: Logger,
  rules: SettingsRules,
): Promise<ComposedPorts> {
  makePrivateDirectory(settings.FILMGATE_DATA_DIR);
  const storage = await openStorage(settings, log);
  try {
    await refuseMovedStore(storage);
    return await composeOn(settings, storage, { log, rules });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function composeOn(
  given: Settings,
  storage: StorageBundle,
  { log, rules }: { readonly log: Logger; readonly rules: SettingsRules },
): Promise<ComposedPorts> {
  const secretBox = await openBox(given, storage, log);
  const settings = (await rules.complete?.(given, { values: storage.values, secretBox })) ?? given;
  const stored = createStoredSettings(storage.values, secretBox);
  const live = await openLiveSettings({ base: settings, stored, log, ...rules });
  const { assets, results, resultSpool, responseSpool } = await openBytes(settings, storage, log);
  const shared = { ...processPorts(), storage, log, openSecret: createSecretOpener(secretBox) };
  const { notices, ...links } = await openLinks(settings, shared, secretBox);
  const bringing = { ports: shared, secretBox, ...links };
  const upstreams = await openEndpoints(settings, bringing, rules.choices);
  const media = createMediaInspector(log);
  const ports: GatewayPorts = {
    ...shared,
    assetBlobs: assets.blobs,
    resultBlobs: results.blobs,
    upstreams: upstreams.clients,
    digest: createDigest(),
    ...notices,
    fetchReference: createReferenceFetch({ live, log }, []),
    ...media.ports,
    responseSpool,
    resultSpool,
    freeSpace: openFreeSpace({ assets, results }, { live, clock: shared.clock, log }),
  };
  return {
    ports,
    secretBox,
    settings,
    live,
    upstreams,
    ...links,
    fetchPublicReference: createReferenceFetch({ live, log }, 'any-public'),
    close: () =>
      closePorts(storage, [assets, results, resultSpool, upstreams, responseSpool, media]),
  };
}

function processPorts(): Pick<GatewayPorts, 'clock' | 'ids'> {
  const clock = createSystemClock();
  return { clock, ids: createTimeOrderedIds({ now: () => clock.now() }) };
}

function openFreeSpace(
  { assets, results }: { readonly assets: OpenBlobs; readonly results: OpenBlobs },
  {
    live,
    clock,
    log,
  }: {
    readonly live: LiveSettings;
    readonly clock: Pick<Clock, 'monotonicMs'>;
    readonly log: Logger;
  },
): FreeSpace {
  return createFreeSpace({
    blobs: [assets.blobs, results.blobs],
    minBytes: () => live.current().FILMGATE_FREE_SPACE_MIN_BYTES,
    clock,
    log,
  });
}

async function openBox(given: Settings, store: StorageBundle, log: Logger): Promise<SecretBox> {
  const { values } = store;
  const { FILMGATE_MASTER_KEY_PREVIOUS: previous } = given;
  const { box, newest } = await openSecretBox({
    given: given.FILMGATE_MASTER_KEY,
    previous,
    dataDirectory: given.FILMGATE_DATA_DIR,
    values,
  });
  // A migration may have begun meanwhile; one that begins later finds a store that is not empty.
  await refuseMovedStore(store);
  if (previous.length > 0) await resealStore({ storage: store, box, newest, log });
  return box;
}

function openResponseSpool({ FILMGATE_DATA_DIR }: Settings, log: Logger) {
  return createResponseSpool(join(FILMGATE_DATA_DIR, 'answers.spool'), log);
}

interface Bytes {
  readonly assets: OpenBlobs;
  readonly results: OpenBlobs;
  readonly resultSpool: Awaited<ReturnType<typeof openResultSpool>>;
  readonly responseSpool: Awaited<ReturnType<typeof openResponseSpool>>;
}

/** Opens uploads and results; a store that others may share must record their location. */
async function openBytes(settings: Settings, storage: StorageBundle, log: Logger): Promise<Bytes> {
  const assets = await openBlobs(settings, 'assets', log);
  const opened: { close(): Promise<void> }[] = [assets];
  try {
    const results = await openBlobs(settings, 'results', log);
    opened.push(results);
    const mayDiffer = sharesStore({ storage }) || settings.FILMGATE_RESULT_STORE === 's3';
    if (mayDiffer) await checkResultStore(storage.values, results.storeId);
    const resultSpool = await openResultSpool(settings, log);
    opened.push(resultSpool);
    return { assets, results, resultSpool, responseSpool: await openResponseSpool(settings, log) };
  } catch (error) {
    await Promise.all(opened.map((blobs) => blobs.close()));
    throw error;
  }
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
