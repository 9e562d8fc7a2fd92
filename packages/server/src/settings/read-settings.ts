import { readFileSync } from 'node:fs';
import { nearestName } from './nearest-name.ts';
import { secretSettings, type Settings, settingsSchema } from './settings-schema.ts';

/** Settings, or one sentence for each thing wrong with them. Sentences name variables, never secret values. */
export type SettingsResult =
  | { readonly kind: 'read'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'FILMGATE_';
const knownNames = Object.keys(settingsSchema.shape);
const fileNames = secretSettings.map((name) => `${name}_FILE`);

/** Reads and checks every setting once. Unknown `FILMGATE_…` names are refused with the nearest known one. */
export function readSettings(environment: Environment): SettingsResult {
  const problems = unknownNames(environment);
  const values = withFiles(environment, problems);
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`));
  }
  if (parsed.success && problems.length === 0) {
    problems.push(...contradictions(parsed.data));
    if (problems.length === 0) return { kind: 'read', settings: parsed.data };
  }
  return { kind: 'refused', problems };
}

function unknownNames(environment: Environment): string[] {
  const known = [...knownNames, ...fileNames];
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .map((name) => `${name} is not a setting; the nearest one is ${nearestName(name, known) ?? knownNames[0]}.`);
}

/** `<NAME>_FILE` gives a secret by the file that holds it; a final newline is not part of it. */
function withFiles(environment: Environment, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of knownNames) {
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

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]'];

function contradictions(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.FILMGATE_STORAGE === 'redis') {
    problems.push('FILMGATE_STORAGE is redis, which this version does not contain; use sqlite.');
  }
  if (settings.FILMGATE_ROLE !== 'all') {
    problems.push('FILMGATE_ROLE must be all with sqlite: one process owns the file.');
  }
  const open = settings.FILMGATE_SERVICE_API_KEY === undefined || settings.FILMGATE_SERVICE_API_KEY === '';
  if (open && !loopbackHosts.includes(settings.FILMGATE_HOST) && !settings.FILMGATE_ALLOW_OPEN) {
    problems.push(
      'FILMGATE_HOST is not loopback while FILMGATE_SERVICE_API_KEY is empty; set a key, or FILMGATE_ALLOW_OPEN=1.',
    );
  }
  return problems;
}
