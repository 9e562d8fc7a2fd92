import type { ModelCatalog } from '@filmgate/core';
import type { ProviderDefinition } from '@filmgate/upstream-http';
import { baseCatalog } from '../catalog/base-catalog.ts';
import { openPlaces } from '../providers/open-places.ts';
import { type OperatorAccount, readOperatorAccounts } from '../providers/operator-accounts.ts';
import type { Places } from '../providers/places.ts';
import { createGatewayOptions } from './gateway-options.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** What a start is given beside its settings. */
export interface OperatorInput {
  /** Secrets of `FILMGATE_KEY_<PLACE>`, by the place as it is written there. */
  readonly placeKeys?: ReadonlyMap<string, string>;
  /** Protocols beside those that come with the product. */
  readonly providers?: readonly ProviderDefinition[];
}

/** Where videos can be made, which accounts the settings ask for, and what is on offer. */
export interface OperatorChoices {
  readonly places: Places;
  readonly accounts: readonly OperatorAccount[];
  readonly catalog: ModelCatalog;
}

/**
 * Reads and checks what the operator chose.
 *
 * @throws Error with sentences for the operator when a file or a key cannot be used
 */
export async function readOperatorChoices(
  settings: Settings,
  { placeKeys = new Map(), providers = [] }: OperatorInput = {},
): Promise<OperatorChoices> {
  const places = await openPlaces(settings, providers);
  const sources = { settings, placeKeys, environment: process.env };
  const accounts = await readOperatorAccounts(sources, places);
  const catalog = await baseCatalog(settings, places, { accounts });
  // What aliases and default models say is looked at before anything is opened.
  createGatewayOptions(catalog, () => settings);
  return { places, accounts, catalog };
}
