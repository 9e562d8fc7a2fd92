import { defaultGatewayOptions, type GatewayOptions, type ModelCatalog } from '@filmgate/core';
import type { ProviderDefinition } from '@filmgate/upstream-http';
import { baseCatalog } from '../catalog/base-catalog.ts';
import { catalogInForce } from '../catalog/catalog-in-force.ts';
import { openEndpoints } from '../providers/open-endpoints.ts';
import { type OperatorAccount, readOperatorAccounts } from '../providers/operator-accounts.ts';
import type { Endpoints } from '../providers/endpoints.ts';
import { deriveOnChange } from '../settings/derive-on-change.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { checkSurfaceChoices } from './surface-choices.ts';

/** Input of a start beside its settings. */
export interface OperatorInput {
  /** Secrets of `FILMGATE_KEY_<PLACE>`, by the endpoint as written in the variable. */
  readonly endpointKeys?: ReadonlyMap<string, string>;
  /** Protocols beside the shipped ones. */
  readonly providers?: readonly ProviderDefinition[];
}

/** Endpoints, accounts of the settings, and catalog. */
export interface OperatorChoices {
  readonly endpoints: Endpoints;
  readonly accounts: readonly OperatorAccount[];
  readonly catalog: ModelCatalog;
}

/**
 * Reads and checks the operator's choices.
 *
 * @throws Error with sentences for the operator when a file or a key cannot be used
 */
export async function readOperatorChoices(
  settings: Settings,
  { endpointKeys = new Map(), providers = [] }: OperatorInput = {},
): Promise<OperatorChoices> {
  checkSurfaceChoices(settings);
  const endpoints = await openEndpoints(settings, providers);
  const sources = { settings, endpointKeys, environment: process.env };
  const accounts = await readOperatorAccounts(sources, endpoints);
  const catalog = await baseCatalog(settings, endpoints, { accounts });
  // Aliases and default models are checked before anything is opened.
  createGatewayOptions(catalog, () => settings);
  return { endpoints, accounts, catalog };
}

const second = 1_000;
const hour = 3_600 * second;
const mebibyte = 1024 * 1024;

/**
 * Returns the core's policy from the settings in force. Its fields read the settings at each use, so that a change
 * applies to everything that starts afterwards: pass the object whole, since a copy does not follow changes.
 *
 * @throws Error with sentences for the operator when aliases or default models do not fit the catalog
 */
export function createGatewayOptions(base: ModelCatalog, current: () => Settings): GatewayOptions {
  const catalog = deriveOnChange(
    () => current().FILMGATE_MODEL_ALIASES,
    () => usable(base, current()),
  );
  catalog();
  const options = {
    ...defaultGatewayOptions,
    catalog,
    get queueLimit() {
      return current().FILMGATE_QUEUE_LIMIT;
    },
    get queueOwnerShare() {
      const { FILMGATE_QUEUE_LIMIT: endpoints, FILMGATE_QUEUE_OWNER_SHARE_PERCENT: percent } =
        current();
      return Math.ceil((endpoints * percent) / 100);
    },
    get ownerStorageBytes() {
      return current().FILMGATE_ASSET_ALLOWANCE_BYTES;
    },
    get sendTimeoutMs() {
      return current().FILMGATE_SEND_TIMEOUT_SECONDS * second;
    },
    get jobDeadlineMs() {
      return current().FILMGATE_JOB_DEADLINE_SECONDS * second;
    },
    get unknownSlotMs() {
      return current().FILMGATE_UNKNOWN_SLOT_SECONDS * second;
    },
  };
  return Object.defineProperties(options, Object.getOwnPropertyDescriptors(resultOptions(current)));
}

function resultOptions(current: () => Settings): Partial<GatewayOptions> {
  return {
    get resultFetchMs() {
      return current().FILMGATE_RESULT_FETCH_HOURS * hour;
    },
    get resultCopies() {
      return current().FILMGATE_RESULT_COPIES;
    },
    get resultCopyBytes() {
      return current().FILMGATE_RESULT_COPY_MIB * mebibyte;
    },
    get resultIdleMs() {
      return current().FILMGATE_RESULT_IDLE_SECONDS * second;
    },
    get resultMinBytesPerSecond() {
      return current().FILMGATE_RESULT_MIN_BYTES_PER_SECOND;
    },
    get resultRetentionMs() {
      return current().FILMGATE_RETENTION_RESULTS_HOURS * hour;
    },
  };
}

function usable(base: ModelCatalog, settings: Settings): ModelCatalog {
  const fitted = catalogInForce(base, settings);
  if (fitted.kind === 'usable') return fitted.catalog;
  throw new Error(`${fitted.setting} cannot be used:\n${fitted.reason}`);
}
