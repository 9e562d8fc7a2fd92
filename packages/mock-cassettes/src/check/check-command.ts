import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KnownSecrets } from '../secrets/known-secrets.ts';
import { type CheckedFixture, checkProvider } from './check-provider.ts';
import { readFixtures } from './provider-fixture.ts';

export interface CheckCommand {
  readonly upstream: readonly [name: string, url: URL];
  /** Absent = no key was given. */
  readonly key: string | undefined;
  readonly allowPaid: boolean;
}

/** Fixtures beside the build, or the folder of the sources. */
const folders = ['./provider-fixtures/', '../../../provider-facts/fixtures/'];

/**
 * Prints the drift of a provider from its fixtures.
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
  const provider = name === 'openai' ? 'openai-videos' : name;
  let drifted = 0;
  for (const [wire, text] of liveFixtures(provider)) {
    const options = { name, rows: readFixtures(text), origin, key, isPaidAllowed: allowPaid };
    for await (const checked of checkProvider(options)) {
      for (const line of linesOf(checked)) print(secrets.hide(`${wire}, ${line}`));
      if (isDrift(checked)) drifted += 1;
    }
  }
  print(drifted === 0 ? 'no drift' : `drift in ${drifted}`);
  return drifted === 0 ? 0 : 1;
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

function liveFixtures(provider: string): readonly (readonly [wire: string, text: string])[] {
  const folder = folders
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  const files =
    folder === undefined ? [] : readdirSync(folder).filter((name) => name !== 'README.md');
  if (!files.includes(provider))
    throw new Error(`there are no fixtures of ${provider}; known: ${files.join(', ')}`);
  return readdirSync(`${folder}/${provider}`)
    .filter((file) => file.endsWith('.live.json'))
    .map((file) => [
      `${provider}/${file.slice(0, -'.live.json'.length)}`,
      readFileSync(`${folder}/${provider}/${file}`, 'utf8'),
    ]);
}

function linesOf({ name, differences }: CheckedFixture): readonly string[] {
  if (differences === null) return [`${name}: not sent, it would buy a video (--allow-paid)`];
  if (differences.length === 0) return [`${name}: no difference`];
  return differences.map(({ kind, text }) => `${name}: ${kind}: ${text}`);
}

/** A new field breaks no client. */
function isDrift({ differences }: CheckedFixture): boolean {
  return differences?.some(({ kind }) => kind !== 'new') === true;
}
