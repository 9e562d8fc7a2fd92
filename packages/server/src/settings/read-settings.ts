import { readFileSync } from 'node:fs';
import { isLoopback } from './loopback.ts';
import { nearestName } from './nearest-name.ts';
import { secretSettings, type Settings, settingsSchema } from './settings-schema.ts';

/** Settings, or one sentence for each thing wrong with them. Sentences name variables, never secret values. */
export type SettingsResult =
  | { readonly kind: 'read'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface ReadSettingsOptions {
  /** The program makes the keys that are not given, as `npm start` does; then an absent service key leaves nothing open. */
  readonly makesKeys?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'FILMGATE_';
const settingNames: readonly string[] = Object.keys(settingsSchema.shape);
const knownNames: readonly [string, ...string[]] = [
  'FILMGATE_HOST',
  ...settingNames,
  ...secretSettings.map((name) => `${name}_FILE`),
];

/** Reads and checks every setting once. Unknown `FILMGATE_…` names are refused with the nearest known one. */
export function readSettings(
  environment: Environment,
  { makesKeys = false }: ReadSettingsOptions = {},
): SettingsResult {
  const problems = unknownNames(environment);
  const values = withFiles(environment, problems);
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { kind: 'refused', problems: [...problems, ...issues.map(inWords)] };
  }
  problems.push(...contradictions(parsed.data, makesKeys));
  return problems.length > 0
    ? { kind: 'refused', problems }
    : { kind: 'read', settings: parsed.data };
}

function inWords({ path, message }: { readonly path: readonly PropertyKey[]; message: string }) {
  return `${path.map(String).join('.')} ${message}.`;
}

function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !knownNames.includes(name))
    .map(
      (name) => `${name} is not a setting; the nearest one is ${nearestName(name, knownNames)}.`,
    );
}

/** `<NAME>_FILE` gives a secret by the file that holds it; a final newline is not part of it. */
function withFiles(environment: Environment, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of settingNames) {
    const value = environment[name];
    if (value !== undefined) values[name] = value;
  }
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set; give one of them.`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read.`);
    }
  }
  return values;
}

function contradictions(settings: Settings, makesKeys: boolean): string[] {
  const problems: string[] = [];
  if (settings.FILMGATE_STORAGE === 'redis') {
    problems.push('FILMGATE_STORAGE is redis, which this version does not contain; use sqlite.');
  }
  if (settings.FILMGATE_ROLE !== 'all') {
    problems.push('FILMGATE_ROLE must be all with sqlite: one process owns the file.');
  }
  const { FILMGATE_LOCAL_PORT: local, FILMGATE_TASKS_PORT: tasks } = settings;
  if (local === tasks && local !== 0) {
    problems.push('FILMGATE_LOCAL_PORT and FILMGATE_TASKS_PORT must differ.');
  }
  if (isOpen(settings, makesKeys) && !settings.FILMGATE_ALLOW_OPEN) {
    problems.push(
      'FILMGATE_HOST is not loopback while FILMGATE_SERVICE_API_KEY is empty; set a key, or FILMGATE_ALLOW_OPEN=1.',
    );
  }
  return problems;
}

/** Whether others on the network could call the service without a key (decisions §5 "Empty service key"). */
function isOpen(settings: Settings, makesKeys: boolean): boolean {
  const key = settings.FILMGATE_SERVICE_API_KEY ?? (makesKeys ? 'to be made' : '');
  return key === '' && !isLoopback(settings.FILMGATE_HOST);
}
