import {
  type ApiUsers,
  type RequestGatherer,
  createGateway,
  type Gateway,
  type GatewayOptions,
  type GatewayPorts,
  gatherRequests,
  type KeyValueStore,
  type StorageBundle,
} from '@filmgate/core';
import {
  createSessionEnds,
  type NewApiKey,
  type SecondFactor,
  type SessionEnds,
} from '@filmgate/http-adapter';
import {
  createCredentialKeys,
  createDigest,
  createTimeOrderedIds,
  createTimeWatch,
  type CredentialKeys,
  type Sha256Digest,
  type TimeOrderedIds,
  type TimeWatch,
} from '@filmgate/runtime-node';
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { type AdminPassword, openAdminPassword } from './admin-password.ts';
import type { ComposedPorts } from './compose-ports.ts';
import { endOlderSessions } from './end-older-sessions.ts';
import { loginWithoutRoom } from './login-without-room.ts';
import type { OperationSampling } from './operation-sampling.ts';
import { createSecondFactor } from './second-factor.ts';
import { sharesStore } from './open-storage.ts';
import { keptSecret, type LinkSigner, pepperName } from './signer.ts';

/** Services that both listeners share, created once. */
export interface GatewayServices {
  readonly gateway: Gateway;
  /** A second gateway over the same store for the local surface, which fetches remote images from more hosts. */
  readonly localGateway: Gateway;
  readonly options: GatewayOptions;
  readonly composed: ComposedPorts;
  readonly metrics: GatewayMetrics;
  readonly samples: OperationSampling;
  /** Collects the calls of both listeners for the request log. */
  readonly gatherer: RequestGatherer;
  /** Settings in force; read them at each use. */
  readonly live: LiveSettings;
  readonly keys: CredentialKeys;
  readonly digest: Sha256Digest;
  readonly ids: TimeOrderedIds;
  /** Confirms the time that decides what is old enough to be removed. */
  readonly time: TimeWatch;
  readonly signer: LinkSigner;
  /** Reads an owner's link epoch fresh, with the key that signs links. */
  readonly linkEpoch: ApiUsers['linkEpoch'];
  readonly adminPassword: AdminPassword;
  readonly secondFactor: SecondFactor;
  /** Connects the listener's login with the parts that depend on sessions. */
  readonly sessionEnds: SessionEnds;
  /** Compares with the native API's key; null while none is configured. */
  readonly nativeKeyMatches: KeyComparison;
  /** Compares with the service key; null while none is configured, and then none is required. */
  readonly serviceKeyMatches: KeyComparison;
  /** Compares with the metrics token; null while none is configured. */
  readonly metricsTokenMatches: KeyComparison;
}

/** Compares a presented key with the one in force and with former ones, in constant time; null while no key is set. */
export type KeyComparison = (presented: string) => boolean | 'former' | null;

/** Creates the services of one process from its ports and settings. */
export async function createServices(
  settings: Settings,
  opened: ComposedPorts,
  { options, metrics, samples }: Pick<GatewayServices, 'options' | 'metrics' | 'samples'>,
): Promise<GatewayServices> {
  const { secretBox, live } = opened;
  const { clock, storage } = opened.ports;
  const { values } = storage;
  const digest = createDigest();
  const ids = createTimeOrderedIds({ now: () => clock.now() });
  const adminPassword = await passwordOf(settings, values, { ids, now: clock.now() });
  const { gatherer, gathering } = withGatheredRequests(opened.ports);
  const login = loginWithoutRoom(gathering);
  const ports = endOlderSessions(login.ports, adminPassword.since);
  const composed = { ...opened, ports };
  const localPorts = { ...ports, fetchReference: opened.fetchPublicReference };
  const time = createTimeWatch(opened.ports);
  metrics.watchTime(time);
  const { signer } = opened;
  return {
    gateway: createGateway(ports, options),
    localGateway: createGateway(localPorts, options),
    options,
    composed,
    live,
    metrics,
    samples,
    gatherer,
    keys: createCredentialKeys({ pepper: await keptSecret(values, secretBox, pepperName) }),
    digest,
    ids,
    time,
    signer,
    linkEpoch: linkEpochOf(composed.ports, signer),
    adminPassword,
    secondFactor: createSecondFactor({ values: login.values, box: secretBox, digest, clock }),
    sessionEnds: createSessionEnds(),
    ...keyComparisons(live, digest),
  };
}

/** Returns the ports with a request log that includes the calls the gatherer holds. */
function withGatheredRequests(ports: GatewayPorts): {
  readonly gatherer: RequestGatherer;
  readonly gathering: GatewayPorts;
} {
  const { storage } = ports;
  const { gatherer, requestLogs } = gatherRequests(storage.requestLogs);
  const gathered: StorageBundle = {
    ...storage,
    requestLogs,
    ping: () => storage.ping(),
    close: () => storage.close(),
  };
  return { gatherer, gathering: { ...ports, storage: gathered } };
}

function passwordOf(
  settings: Settings,
  values: KeyValueStore,
  made: { readonly ids: TimeOrderedIds; readonly now: number },
): Promise<AdminPassword> {
  return openAdminPassword({
    username: settings.FILMGATE_ADMIN_USERNAME,
    given: settings.FILMGATE_ADMIN_PASSWORD,
    values,
    ...made,
  });
}

/** Reads the link key again only where other nodes may have replaced it. */
function linkEpochOf(ports: GatewayPorts, signer: LinkSigner): ApiUsers['linkEpoch'] {
  const { apiUsers } = ports.storage;
  if (!sharesStore(ports)) return (owner) => apiUsers.linkEpoch(owner);
  return async (owner) => {
    const [epoch] = await Promise.all([apiUsers.linkEpoch(owner), signer.refresh()]);
    return epoch;
  };
}

type ComparedKeys = 'nativeKeyMatches' | 'serviceKeyMatches' | 'metricsTokenMatches';

interface ComparedKey {
  readonly key: string;
  readonly isIt: (presented: string) => boolean;
}

/** Maximum number of former keys of one setting that are recognised, until the process ends. */
const mostFormerKeys = 8;

function keyComparisons(
  live: LiveSettings,
  digest: Sha256Digest,
): Pick<GatewayServices, ComparedKeys> {
  const comparison = (inForce: (settings: Settings) => string | undefined): KeyComparison => {
    const compared = (key: string): ComparedKey => ({ key, isIt: digest.comparisonWith(key) });
    let keys: readonly ComparedKey[] = [compared(inForce(live.current()) ?? '')];
    return (presented) => {
      const key = inForce(live.current()) ?? '';
      if (key !== '' && keys[0]?.key !== key)
        keys = [compared(key), ...keys].slice(0, mostFormerKeys + 1);
      if (key === '') return null;
      const [latest, ...former] = keys;
      if (latest?.isIt(presented) === true) return true;
      return former.some(({ isIt }) => isIt(presented)) ? 'former' : false;
    };
  };
  return {
    nativeKeyMatches: comparison((settings) => settings.FILMGATE_NATIVE_API_KEY),
    serviceKeyMatches: comparison((settings) => settings.FILMGATE_SERVICE_API_KEY),
    metricsTokenMatches: comparison((settings) => settings.FILMGATE_METRICS_TOKEN),
  };
}

/** Returns a new API user's key, its digest and its hint. */
export function newApiKey({ keys }: Pick<GatewayServices, 'keys'>): NewApiKey {
  const key = keys.make('user');
  const reading = keys.read(key);
  if (reading.kind !== 'well-formed') throw new Error('A new key cannot be read.');
  return { key, digest: keys.digest(key), hint: reading.hint };
}
