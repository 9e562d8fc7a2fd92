import { type Budget, budgetPeriods, readAccountSecret } from '@filmgate/core';
import { z } from 'zod';
import { withNearest } from '../settings/nearest-names.ts';
import { readSecretFile } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { mockPlace, type Places } from './places.ts';
import { type OperatorFile, readOperatorFile } from './read-operator-file.ts';

/** An account that the environment or a file asks for. */
export interface OperatorAccount {
  readonly label: string;
  readonly provider: string;
  readonly secret: string;
  /** Absent = every family when it is made, and unchanged afterwards. */
  readonly families?: readonly string[];
  readonly concurrency?: number;
  /** See `Account.exclusive`. */
  readonly exclusive?: boolean;
  readonly budget?: Budget;
}

const setting = 'FILMGATE_ACCOUNTS_FILE';
const keySetting = 'FILMGATE_KEY_';

const secretSource = z.union([
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ env: z.string().min(1) }),
]);

const accountShape = z.strictObject({
  label: z.string().trim().min(1).max(64),
  provider: z.string().min(1),
  secret_file: z.string().min(1).optional(),
  secret_env: z.string().min(1).optional(),
  secrets: z.record(z.string(), secretSource).optional(),
  families: z.array(z.string().min(1)).min(1).optional(),
  concurrency: z.int().min(1).max(1000).optional(),
  exclusive: z.boolean().optional(),
  budget: z.strictObject({ amount: z.int().nonnegative(), per: z.enum(budgetPeriods) }).optional(),
});

const fileSchema = z.strictObject({ accounts: z.array(accountShape) });

type Written = z.infer<typeof accountShape>;
type Environment = Readonly<Record<string, string | undefined>>;
type SecretSource = z.infer<typeof secretSource>;

/** What the operator gave for accounts. */
export interface AccountSources {
  readonly settings: Pick<Settings, typeof setting>;
  /** By the place as `FILMGATE_KEY_<PLACE>` writes it. */
  readonly placeKeys: ReadonlyMap<string, string>;
  /** Where `secret_env` looks. */
  readonly environment: Environment;
}

/**
 * The accounts of `FILMGATE_KEY_<PLACE>`, labelled `env-<place>`, and those of the file.
 *
 * @throws Error with sentences for the operator when a place is unknown or the file cannot be used; never with a secret
 */
export async function readOperatorAccounts(
  { settings, placeKeys, environment }: AccountSources,
  places: Places,
): Promise<readonly OperatorAccount[]> {
  const keyed = [...placeKeys].map(([written, secret]) => {
    const provider = placeOfKey(written, places);
    return { label: `env-${provider}`, provider, secret };
  });
  const { FILMGATE_ACCOUNTS_FILE: path } = settings;
  return path === undefined ? keyed : [...keyed, ...(await ofFile(path, places, environment))];
}

function placeOfKey(written: string, places: Places): string {
  const variable = keySetting + written;
  const found = places.ids().find((id) => keyVariable(id) === variable);
  if (found !== undefined) return found;
  const sentence = `${variable} names no supported provider`;
  const near = withNearest(sentence, variable, places.ids().map(keyVariable));
  throw new Error(`${near}. Supported are ${places.ids().join(', ')}.`);
}

/** The variable that holds the key of a place. */
export function keyVariable(place: string): string {
  return keySetting + place.toUpperCase().replaceAll('-', '_');
}

async function ofFile(
  path: string,
  places: Places,
  environment: Environment,
): Promise<readonly OperatorAccount[]> {
  const file = readOperatorFile(setting, path, fileSchema);
  const accounts: OperatorAccount[] = [];
  const labels = new Set<string>();
  for (const [index, written] of file.value.accounts.entries()) {
    const at = ['accounts', index];
    if (labels.has(written.label)) file.complain([...at, 'label'], 'appears twice');
    labels.add(written.label);
    const known = [mockPlace, ...places.ids()];
    if (!known.includes(written.provider)) {
      const rule = `must be one of ${known.join(', ')}`;
      file.complain([...at, 'provider'], withNearest(rule, written.provider, known));
      continue;
    }
    const secret = await secretOf(written, { file, at, places, environment });
    if (secret === undefined) continue;
    const { label, provider, families, concurrency, exclusive, budget } = written;
    accounts.push({
      label,
      provider,
      secret,
      ...(families !== undefined && { families }),
      ...(concurrency !== undefined && { concurrency }),
      ...(exclusive !== undefined && { exclusive }),
      ...(budget !== undefined && { budget }),
    });
  }
  file.refuseProblems();
  return accounts;
}

interface Look {
  readonly file: OperatorFile<unknown>;
  readonly at: readonly PropertyKey[];
  readonly places: Places;
  readonly environment: Environment;
}

async function secretOf(written: Written, look: Look): Promise<string | undefined> {
  const { secret_file: path, secret_env: name, secrets } = written;
  const given = [path, name, secrets].filter((one) => one !== undefined).length;
  if (given !== 1) {
    look.file.complain(look.at, 'needs one of secret_file, secret_env and secrets');
    return undefined;
  }
  if (path !== undefined) return readSource({ file: path }, look, 'secret_file');
  if (name !== undefined) return readSource({ env: name }, look, 'secret_env');
  return await fieldsOf(secrets ?? {}, written.provider, look);
}

/** Several fields make the JSON text that a protocol with several takes. */
async function fieldsOf(
  secrets: NonNullable<Written['secrets']>,
  provider: string,
  look: Look,
): Promise<string | undefined> {
  const asked = provider === mockPlace ? ['key'] : await credentialFields(provider, look.places);
  const foreign = Object.keys(secrets).filter((field) => !asked.includes(field));
  const missing = asked.filter((field) => secrets[field] === undefined);
  if (foreign.length > 0 || missing.length > 0) {
    look.file.complain([...look.at, 'secrets'], `must have the fields ${asked.join(', ')}`);
    return undefined;
  }
  const values = asked.map((field) => {
    const source = secrets[field];
    return source === undefined ? undefined : readSource(source, look, 'secrets', field);
  });
  if (values.includes(undefined)) return undefined;
  const [only] = values;
  if (asked.length === 1) return only;
  return JSON.stringify(Object.fromEntries(asked.map((field, index) => [field, values[index]])));
}

async function credentialFields(provider: string, places: Places): Promise<readonly string[]> {
  const { description } = await places.describe(provider);
  return description.credential.fields.map(({ name }) => name);
}

function readSource(
  source: SecretSource,
  { file, at, environment }: Look,
  ...field: readonly string[]
): string | undefined {
  const text = 'file' in source ? readSecretFile(source.file) : environment[source.env];
  const problem = 'file' in source ? 'names a file that' : 'names a variable that';
  const reading = text === undefined || text.trim() === '' ? undefined : readAccountSecret(text);
  if (reading?.kind === 'secret') return reading.secret;
  const missing = 'file' in source ? 'cannot be read, or is empty' : 'is not set';
  file.complain([...at, ...field], `${problem} ${reading?.rule ?? missing}`);
  return undefined;
}
