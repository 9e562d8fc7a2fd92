import { readFileSync } from 'node:fs';
import { readAccountSecret } from '@filmgate/core';
import { contradictions } from './contradictions.ts';
import { withNearest } from './nearest-names.ts';
import { isSecretSetting, variablesOf } from './setting-name.ts';
import {
  declarationOf,
  type SettingName,
  settingNames,
  type Settings,
  settingsSchema,
} from './settings-schema.ts';

/** Settings, and the names of those that the environment gave rather than their default. */
export interface ReadSettings {
  readonly kind: 'read';
  readonly settings: Settings;
  readonly given: ReadonlySet<SettingName>;
  /** Secrets of `FILMGATE_KEY_<PLACE>`, by the endpoint as written in the variable: `KLING_GLOBAL`. */
  readonly endpointKeys: ReadonlyMap<string, string>;
}

/** Settings, or one sentence for each problem. Sentences name variables, never secret values. */
export type SettingsResult =
  | ReadSettings
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface ReadSettingsOptions {
  /** True if the program generates keys, as `npm start` does: a missing service key then leaves nothing open. */
  readonly makesKeys?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'FILMGATE_';
const keyPrefix = 'FILMGATE_KEY_';
const fileEnding = '_FILE';
const knownNames: readonly string[] = settingNames.flatMap(sourcesOf);

/** Reads and checks every setting once. Unknown `FILMGATE_…` names are refused with the nearest known ones. */
export function readSettings(
  environment: Environment,
  { makesKeys = false }: ReadSettingsOptions = {},
): SettingsResult {
  const problems = unknownNames(environment);
  const values = withFiles(withShared(environment), problems);
  const endpointKeys = readEndpointKeys(environment, problems);
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { kind: 'refused', problems: [...problems, ...issues.map(inWords)] };
  }
  problems.push(...contradictions(makesKeys ? withMadeKey(parsed.data) : parsed.data));
  if (problems.length > 0) return { kind: 'refused', problems };
  const given = new Set(settingNames.filter((name) => values[name] !== undefined));
  return { kind: 'read', settings: parsed.data, given, endpointKeys };
}

/** Treats a key the program will generate as given; one given as empty stays empty. */
function withMadeKey(settings: Settings): Settings {
  const { FILMGATE_SERVICE_API_KEY: key = 'a key that is to be made' } = settings;
  return { ...settings, FILMGATE_SERVICE_API_KEY: key };
}

function inWords({ path, message }: { readonly path: readonly PropertyKey[]; message: string }) {
  return `${path.map(String).join('.')} ${message}.`;
}

function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !name.startsWith(keyPrefix))
    .filter((name) => !knownNames.includes(name))
    .map((name) => `${withNearest(`${name} is not a setting`, name, knownNames)}.`);
}

/** Variables that may give a setting; `<NAME>_FILE` gives a secret by the file that contains it. */
function sourcesOf(name: SettingName): readonly string[] {
  const variables = variablesOf(name);
  return isSecretSetting(name) ? variables.flatMap((one) => [one, `${one}_FILE`]) : variables;
}

/** Takes shared variables from their lower case where the upper case is unset, and treats empty ones as unset. */
function withShared(environment: Environment): Environment {
  const shared = settingNames.filter((name) => declarationOf(name).isShared === true);
  const textOf = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const given = shared.flatMap((name) => {
    const sources = sourcesOf(name).map((source) => [source, textOf(source)] as const);
    const isGiven = sources.some(([, text]) => text !== undefined);
    return isGiven ? sources : [...sources, [name, textOf(name.toLowerCase())] as const];
  });
  return { ...environment, ...Object.fromEntries(given) };
}

function withFiles(environment: Environment, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of settingNames) {
    const [source, another] = sourcesOf(name).filter((one) => environment[one] !== undefined);
    if (source === undefined) continue;
    if (another !== undefined) {
      problems.push(`${source} and ${another} are both set; set only one of them.`);
      continue;
    }
    const given = environment[source];
    const isFile = !variablesOf(name).includes(source);
    const value = isFile && given !== undefined ? readSecretFile(given) : given;
    if (value === undefined) problems.push(`${source} names a file that cannot be read.`);
    else values[name] = value;
  }
  return values;
}

/** Reads the secret in a file; a final newline is not part of it. Undefined when the file is unreadable. */
export function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}

/** Reads `FILMGATE_KEY_<PLACE>` and its `_FILE`; the known endpoints are checked later. */
function readEndpointKeys(
  environment: Environment,
  problems: string[],
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(keyPrefix) || value === undefined) continue;
    const isFile = name.endsWith(fileEnding);
    const endpoint = name.slice(keyPrefix.length, isFile ? -fileEnding.length : undefined);
    const secret = isFile ? readSecretFile(value) : value;
    const reading = secret === undefined ? undefined : readAccountSecret(secret);
    if (reading === undefined) problems.push(`${name} names a file that cannot be read.`);
    else if (reading.kind === 'refused') problems.push(`${name} ${reading.rule}.`);
    else if (keys.has(endpoint)) {
      problems.push(
        `${keyPrefix}${endpoint} and ${keyPrefix}${endpoint}_FILE are both set; set only one of them.`,
      );
    } else keys.set(endpoint, reading.secret);
  }
  return keys;
}
