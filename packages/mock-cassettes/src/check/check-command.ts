import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonIn } from '../json/json-leaves.ts';
import { unanswered } from '../record/relay.ts';
import { KnownSecrets } from '../secrets/known-secrets.ts';
import { filled, type ProviderFixture, readFixtures } from './provider-fixture.ts';
import { type ResponseDifference, responseDifferences } from './response-differences.ts';

export interface CheckCommand {
  /** The provider by its name, and its origin in front of the paths of rows. */
  readonly upstream: readonly [name: string, url: URL];
  /** Absent = no key was given. */
  readonly key: string | undefined;
  /** Allows rows that buy a video. */
  readonly allowPaid: boolean;
}

/** Fixtures beside the build, or the folder of the sources. */
const folders = ['./provider-fixtures/', '../../../provider-facts/fixtures/'];

/** A key of no account. */
export const wrongKey = 'key-of-no-account';
const patienceMs = 60_000;

/**
 * Prints the drift of a provider from its fixtures: sends the request of each row once and in sequence.
 *
 * @returns the exit code: 1 for drift
 * @throws Error without a key or fixtures, for a URL with a user or password, or if the provider cannot be reached
 */
export async function check(
  { upstream: [name, origin], key: given = '', allowPaid }: CheckCommand,
  print: (line: string) => void,
): Promise<number> {
  const key = given.trim();
  const problem = keyProblem(key) ?? originProblem(origin);
  if (problem !== undefined) throw new Error(problem);
  const secrets = new KnownSecrets();
  secrets.addHeader('authorization', `Bearer ${key}`);
  let drifted = 0;
  for (const [wire, row] of liveFixtures(name === 'openai' ? 'openai-videos' : name)) {
    const say = (text: string) => print(secrets.hide(`${wire}, ${row.name}: ${text}`));
    if (row.request.spends && !allowPaid) {
      say('not sent, it would buy a video (--allow-paid)');
      continue;
    }
    const differences = await differencesOf(row, { name, origin, key });
    for (const { kind, text } of differences) say(`${kind}: ${text}`);
    if (differences.length === 0) say('no difference');
    // A new field breaks no client.
    if (differences.some(({ kind }) => kind !== 'new')) drifted += 1;
  }
  print(drifted === 0 ? 'no drift' : `drift in ${drifted}`);
  return drifted === 0 ? 0 : 1;
}

async function differencesOf(
  { request, credential, response: documented }: ProviderFixture,
  { name, origin, key }: { readonly name: string; readonly origin: URL; readonly key: string },
): Promise<readonly ResponseDifference[]> {
  const given = { key: request.key === 'wrong' ? wrongKey : key };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [header, value] of Object.entries(credential))
    if (request.key !== 'none' || !value.includes('{{key}}'))
      headers[header] = filled(value, given);
  const { response, text } = await fetch(origin.href.replace(/\/$/, '') + request.path, {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
    .then(async (reply) => ({ response: reply, text: await reply.text() }))
    .catch((error: unknown) => {
      throw unanswered(name, origin, error);
    });
  const header = (wanted: string) => response.headers.get(wanted);
  const seen = { status: response.status, header, body: jsonIn(text)?.value };
  return responseDifferences(documented, seen);
}

function keyProblem(key: string): string | undefined {
  if (key === '') return 'FILMGATE_CHECK_KEY is empty';
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return 'FILMGATE_CHECK_KEY contains an invalid character, such as a space or a line break';
}

function originProblem({ username, password, search }: URL): string | undefined {
  if (username + password !== '')
    return '--upstream of check must not contain a user and password: the key is FILMGATE_CHECK_KEY';
  return search === '' ? undefined : '--upstream of check must not contain a query';
}

/** Rows of each wire of a provider that a request alone triggers. */
function liveFixtures(provider: string): readonly (readonly [string, ProviderFixture])[] {
  const folder = folders
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  const known =
    folder === undefined ? [] : readdirSync(folder).filter((name) => name !== 'README.md');
  if (!known.includes(provider))
    throw new Error(`there are no fixtures of ${provider}; known: ${known.join(', ')}`);
  const ending = '.live.json';
  return readdirSync(`${folder}/${provider}`)
    .filter((file) => file.endsWith(ending))
    .flatMap((file) =>
      readFixtures(readFileSync(`${folder}/${provider}/${file}`, 'utf8')).map(
        (row) => [`${provider}/${file.slice(0, -ending.length)}`, row] as const,
      ),
    );
}
