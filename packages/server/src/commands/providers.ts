import type { UpstreamAccount } from '@filmgate/core';
import { type OperatorChoices, readOperatorChoices } from '../compose/operator-choices.ts';
import { describeProviders } from '../providers/describe-providers.ts';
import { openClient } from '../providers/open-client.ts';
import type { OperatorAccount } from '../providers/operator-accounts.ts';
import { mockPlace } from '../providers/places.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

/** How long a place may take to answer, in ms. */
const patienceMs = 15_000;
/** Clocks further apart than this are said: signed logins fail by them. In ms. */
const noticeableSkewMs = 30_000;

interface Output {
  write(text: string): unknown;
}

/** `filmgate providers list`: every place, what it asks for and what is promised there. Asks no provider anything. */
export async function listProviders(read: ReadSettings, output: Output): Promise<void> {
  const { places, catalog, accounts } = await readOperatorChoices(read.settings, read);
  for (const detail of await describeProviders(places, catalog)) {
    const { id, protocol, origin, credential, finds_by: findsBy, charges, families } = detail;
    const held = accounts.filter(({ provider }) => provider === id).map(({ label }) => label);
    output.write(
      [
        `${id} (${protocol}${origin === null ? '' : `, ${origin}`})`,
        `  asks for: ${credential.map(({ name }) => name).join(', ')}`,
        `  accounts of these settings: ${listOf(held)}`,
        `  makes: ${listOf(families)}`,
        `  a lost answer: ${promises[findsBy]}; charges on ${charges}`,
        '',
      ].join('\n'),
    );
  }
}

const promises = {
  'own-id': 'found by its own id',
  notice: 'found by the notice of the provider',
  list: 'found in the list when unambiguous, else a person rules',
  none: 'a person rules',
} as const;

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/**
 * `filmgate providers check [PLACE]`: whether each place with an account of these settings can be reached, lets the account in, and
 * has the same time. Reads only; orders nothing.
 *
 * @returns whether all is well
 * @throws Error with a sentence for the operator when there is no such place, or no account to look with
 */
export async function checkProviders(
  place: string | undefined,
  read: ReadSettings,
  output: Output,
): Promise<boolean> {
  const choices = await readOperatorChoices(read.settings, read);
  if (place !== undefined && !choices.places.ids().includes(place)) {
    throw new Error(`There is no place ${place}; places are ${choices.places.ids().join(', ')}.`);
  }
  const accounts = choices.accounts.filter(
    ({ provider }) => provider !== mockPlace && (place === undefined || provider === place),
  );
  if (accounts.length === 0) {
    throw new Error(
      'These settings have no account to look with; give one by FILMGATE_KEY_<PLACE>.',
    );
  }
  let isWell = true;
  for (const account of accounts) {
    const lines = await look(account, choices);
    isWell &&= lines.every(({ isGood }) => isGood);
    output.write(`${account.provider}, ${account.label}\n`);
    for (const { isGood, text } of lines) output.write(`  ${isGood ? 'ok ' : 'BAD'} ${text}\n`);
  }
  return isWell;
}

interface Line {
  readonly isGood: boolean;
  readonly text: string;
}

async function look(
  account: OperatorAccount,
  { places, catalog }: OperatorChoices,
): Promise<readonly Line[]> {
  const described = await places.describe(account.provider);
  const reached = await reach(described.place.baseUrl);
  const families = (await describeProviders(places, catalog)).find(
    ({ id }) => id === account.provider,
  )?.families;
  const routes: Line = {
    isGood: (families ?? []).length > 0,
    text: `makes: ${listOf(families ?? [])}`,
  };
  if (!reached.every(({ isGood }) => isGood)) return [...reached, routes];
  const opened = openClient(described, Date.now);
  try {
    const { label, secret } = account;
    return [...reached, await logIn(opened.client, { id: label, label, secret }), routes];
  } finally {
    await opened.close();
  }
}

/** Whether something answers at the base URL, whatever it says, and what time it has. */
async function reach(baseUrl: string): Promise<readonly Line[]> {
  const { origin } = new URL(baseUrl);
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal });
    const date = Date.parse(answer.headers.get('date') ?? '');
    const skewMs = Number.isNaN(date) ? 0 : date - Date.now();
    const isClose = Math.abs(skewMs) <= noticeableSkewMs;
    const seconds = Math.round(skewMs / 1000);
    return [
      { isGood: true, text: `${origin} answers` },
      { isGood: isClose, text: isClose ? 'the clocks agree' : `its clock is ${seconds} s ahead` },
    ];
  } catch {
    return [{ isGood: false, text: `${origin} cannot be reached` }];
  }
}

type Client = ReturnType<typeof openClient>['client'];

async function logIn(client: Client, account: UpstreamAccount): Promise<Line> {
  if (client.probe === undefined) {
    return { isGood: true, text: 'login: the provider has nothing to try it with' };
  }
  try {
    const outcome = await client.probe({ account, signal: AbortSignal.timeout(patienceMs) });
    if (outcome.kind === 'unreadable') return { isGood: false, text: `login: ${outcome.detail}` };
    if (outcome.kind === 'login-required') return { isGood: false, text: 'login: refused' };
    const { credits } = outcome;
    return { isGood: true, text: `login: holds${credits === null ? '' : `, balance ${credits}`}` };
  } catch {
    return { isGood: false, text: 'login: no answer' };
  }
}
