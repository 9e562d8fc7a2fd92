import type { AccountLoad, Logger, StorageBundle } from '@filmgate/core';
import { mockEndpoint } from '../providers/endpoints.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { Links } from './links.ts';
import { bringOperatorAccounts } from './operator-accounts.ts';
import type { OperatorChoices } from './operator-choices.ts';
import { openLinkSeal } from './result-links.ts';
import { openUpstreams, type Upstreams } from './upstreams.ts';

/** Writes the accounts of the operator's settings to the store, and opens the endpoints in use. */
export async function openEndpoints(
  settings: Settings,
  {
    assetLinks,
    ...bringing
  }: Omit<Parameters<typeof bringOperatorAccounts>[1], 'endpoints'> & Pick<Links, 'assetLinks'>,
  choices: OperatorChoices,
): Promise<Upstreams> {
  const { storage, clock } = bringing.ports;
  const links = await openLinkSeal(storage.values, bringing.secretBox);
  const needs = { ...choices, links, assetLinks };
  if (isLost(storage)) {
    return await openUpstreams(settings, () => clock.now(), { ...needs, loads: [] });
  }
  const { accounts, endpoints } = choices;
  await bringOperatorAccounts(accounts, { ...bringing, endpoints });
  const loads = await storage.accounts.loads();
  reportMissingEndpoints(loads, choices.endpoints, bringing.ports.log);
  return await openUpstreams(settings, () => clock.now(), { ...needs, loads });
}

/** Reports accounts without an endpoint. Their jobs wait until the endpoint is configured again. */
function reportMissingEndpoints(
  loads: readonly AccountLoad[],
  endpoints: OperatorChoices['endpoints'],
  log: Logger,
): void {
  for (const { account, busy } of loads) {
    const { id, label, endpoint } = account;
    if (endpoint === mockEndpoint || endpoints.protocolOf(endpoint) !== undefined) continue;
    log.warn('endpoint-missing', { account: id, label, endpoint, jobs: busy });
  }
}

/** True if the store lost data. It accepts nothing before an operator acknowledges the loss. */
function isLost({ dataLoss }: StorageBundle): boolean {
  return (dataLoss?.lost() ?? null) !== null;
}
