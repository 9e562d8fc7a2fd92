import { type CostUnit, type UpstreamAccount, whyUnanswered } from '@filmgate/core';
import { type OperatorChoices, readOperatorChoices } from '../compose/operator-choices.ts';
import { shippedCatalogs } from '../catalog/shipped-catalogs.ts';
import { describeProviders, familiesAt } from '../providers/describe-providers.ts';
import { openClient } from '../providers/open-client.ts';
import { keyVariable, type OperatorAccount } from '../providers/operator-accounts.ts';
import { mockEndpoint } from '../providers/endpoints.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import { reachOrigin } from '../providers/reach-origin.ts';
import type { ProxySettings } from '../providers/outbound-proxy.ts';
import { type VideoOrder, makeCheckVideo } from './check-video.ts';
import { readAmount } from './video-cost.ts';

/** Maximum time for the response of an endpoint, in ms. */
const patienceMs = 15_000;
/** Larger clock differences are reported, because they make signed logins fail; in ms. */
const noticeableSkewMs = 30_000;

interface Output {
  write(text: string): unknown;
}

/** `filmgate providers list`: every endpoint, its credentials and its capabilities. Sends no request to a provider. */
export async function listProviders(read: ReadSettings, output: Output): Promise<void> {
  const choices = await readOperatorChoices(read.settings, read);
  const { endpoints, catalog, accounts } = choices;
  for (const detail of await describeProviders(endpoints, catalog)) {
    const { id, protocol, origin, credential, charges, families } = detail;
    const held = accounts.filter(({ endpoint }) => endpoint === id).map(({ label }) => label);
    output.write(
      [
        `${id} (${protocol}${origin === null ? '' : `, ${origin}`})`,
        `  credentials: ${credential.map(({ name }) => name).join(', ')}`,
        `  accounts in these settings: ${listOf(held)}`,
        `  makes: ${listOf(families)}${await withWhat(detail, choices, read)}`,
        `  lost responses: ${lossOf(detail)}; charged on ${charges}`,
        '',
      ].join('\n'),
    );
  }
}

const promises = {
  'own-key': 'collected by sending the submission again with its key',
  'own-id': 'found by the submission ID',
  notice: 'found by a callback of the provider',
  mark: "found by the submission's mark in the provider's list, otherwise resolved by an operator",
  list: "found in the provider's list if the key is exclusive, otherwise resolved by an operator",
  none: 'resolved by an operator',
} as const;

function lossOf({
  finds_by: findsBy,
  images_at_once: isAtOnce,
}: Awaited<ReturnType<typeof describeProviders>>[number]): string {
  const ofImages = isAtOnce && findsBy !== 'none' ? `; those with an image ${promises.none}` : '';
  return promises[findsBy] + ofImages;
}

/** Names what an endpoint would make that makes nothing with these settings, and the setting that it needs. */
async function withWhat(
  { id, families, catalog }: Awaited<ReturnType<typeof describeProviders>>[number],
  { endpoints, accounts }: Pick<OperatorChoices, 'endpoints' | 'accounts'>,
  { settings }: ReadSettings,
): Promise<string> {
  if (families.length > 0 || catalog === null) return '';
  const makes = familiesAt(id, await shippedCatalogs(endpoints).read(catalog)).join(', ');
  const { FILMGATE_CATALOG: chosen, FILMGATE_CATALOG_FILE: file } = settings;
  const needs = [
    accounts.some(({ endpoint }) => endpoint === id) ? [] : `a key in ${keyVariable(id)}`,
    chosen.length === 0 ? [] : `${catalog} in FILMGATE_CATALOG`,
    file === undefined ? [] : `${catalog} in "extends" of FILMGATE_CATALOG_FILE`,
  ].flat();
  return needs.length === 0 ? '' : `; with ${needs.join(' and ')}: ${makes}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Input of `providers check`. */
interface Check {
  /** Absent = every endpoint with an account. */
  readonly endpoint?: string | undefined;
  /** Absent = nothing is ordered. */
  readonly spending?: Spending | undefined;
}

/** Permission to order videos, and a listener for them. */
export interface Spending extends Pick<VideoOrder, 'display' | 'interrupted'> {
  /** Maximum cost of all videos together, as the operator wrote it: in the unit of the endpoints. */
  readonly amount: string;
}

/**
 * `filmgate providers check [PLACE]`: checks for each endpoint with an account of these settings that it can be
 * reached, that the account can log in, and that its clock agrees. Reads only, unless spending is allowed: then the
 * cheapest video of each endpoint is made as well.
 *
 * @returns true if every check passed
 * @throws Error with a sentence for the operator when the endpoint is unknown, no account can be checked, or the amount
 * is invalid
 */
export async function checkProviders(
  { endpoint, spending }: Check,
  read: ReadSettings,
  output: Output,
): Promise<boolean> {
  const choices = await readOperatorChoices(read.settings, read);
  if (endpoint !== undefined && !choices.endpoints.ids().includes(endpoint)) {
    throw new Error(
      `There is no endpoint ${endpoint}; endpoints are ${choices.endpoints.ids().join(', ')}.`,
    );
  }
  const accounts = choices.accounts.filter(
    (account) =>
      account.endpoint !== mockEndpoint &&
      (endpoint === undefined || account.endpoint === endpoint),
  );
  if (accounts.length === 0) {
    throw new Error(
      'These settings have no account to check; add one with FILMGATE_KEY_<ENDPOINT>.',
    );
  }
  const { settings } = read;
  const order =
    spending === undefined ? undefined : await orderBy(spending, { accounts, choices, settings });
  let isWell = true;
  const say = ({ isGood, text }: Line): void => {
    isWell &&= isGood;
    output.write(`  ${isGood ? 'ok ' : 'BAD'} ${text}\n`);
  };
  for (const account of accounts) {
    output.write(`${account.endpoint}, ${account.label}\n`);
    const lines = await look(account, choices, settings);
    for (const line of lines) say(line);
    const mayOrder = lines.every(({ isGood }) => isGood);
    const video = mayOrder ? await order?.(account) : undefined;
    if (video !== undefined) say(video);
  }
  return isWell;
}

type Orders = Pick<VideoOrder, 'choices' | 'settings'> & {
  readonly accounts: readonly OperatorAccount[];
};

/** Orders one video of each endpoint, until the amount is used up. */
async function orderBy({ amount, ...watching }: Spending, { accounts, ...given }: Orders) {
  const endpoints = new Set(accounts.map(({ endpoint }) => endpoint));
  const units = new Set<CostUnit>();
  for (const id of endpoints)
    units.add((await given.choices.endpoints.describe(id)).description.unit);
  const [unit, ...others] = units;
  if (unit === undefined || others.length > 0) {
    throw new Error(
      `These endpoints bill in ${[...units].join(' and ')}; name one of ${[...endpoints].join(', ')} to spend there.`,
    );
  }
  let cap = readAmount(amount, unit);
  return async (account: OperatorAccount): Promise<Line | undefined> => {
    if (!endpoints.delete(account.endpoint)) return undefined;
    const { spent, ...line } = await makeCheckVideo({ account, cap, ...given, ...watching });
    cap = Math.max(0, cap - spent);
    return line;
  };
}

interface Line {
  readonly isGood: boolean;
  readonly text: string;
}

async function look(
  account: OperatorAccount,
  { endpoints, catalog }: OperatorChoices,
  settings: ProxySettings,
): Promise<readonly Line[]> {
  const described = await endpoints.describe(account.endpoint);
  const reached = await reach(described.endpoint.baseUrl, settings);
  const families = (await describeProviders(endpoints, catalog)).find(
    ({ id }) => id === account.endpoint,
  )?.families;
  const routes: Line = {
    isGood: (families ?? []).length > 0,
    text: `makes: ${listOf(families ?? [])}`,
  };
  if (!reached.every(({ isGood }) => isGood)) return [...reached, routes];
  const opened = openClient(described, { now: Date.now, settings });
  try {
    const { label, secret } = account;
    return [...reached, await logIn(opened.client, { id: label, label, secret }), routes];
  } finally {
    await opened.close();
  }
}

/** Checks that the base URL responds, whatever the status, and compares its clock. */
async function reach(baseUrl: string, settings: ProxySettings): Promise<readonly Line[]> {
  const { origin } = new URL(baseUrl);
  try {
    const date = await reachOrigin(origin, { signal: AbortSignal.timeout(patienceMs), settings });
    const skewMs = date === undefined ? 0 : date - Date.now();
    const isClose = Math.abs(skewMs) <= noticeableSkewMs;
    const seconds = Math.round(skewMs / 1000);
    return [
      { isGood: true, text: `${origin} responds` },
      { isGood: isClose, text: isClose ? 'the clocks agree' : `clock difference: ${seconds} s` },
    ];
  } catch (error) {
    const text = [`${origin} cannot be reached`, whyUnanswered(error) ?? []].flat().join(': ');
    return [{ isGood: false, text }];
  }
}

type Client = ReturnType<typeof openClient>['client'];

async function logIn(client: Client, account: UpstreamAccount): Promise<Line> {
  if (client.probe === undefined) {
    return { isGood: true, text: 'login: cannot be tested at this provider' };
  }
  try {
    const outcome = await client.probe({ account, signal: AbortSignal.timeout(patienceMs) });
    if (outcome.kind === 'unreadable') return { isGood: false, text: `login: ${outcome.detail}` };
    if (outcome.kind === 'login-required') {
      const words = outcome.detail === undefined ? '' : ` (${outcome.detail})`;
      return { isGood: false, text: `login: refused${words}` };
    }
    const { credits } = outcome;
    return {
      isGood: true,
      text: `login: accepted${credits === null ? '' : `, balance ${credits}`}`,
    };
  } catch (error) {
    return { isGood: false, text: `login: ${whyUnanswered(error) ?? 'no response'}` };
  }
}
