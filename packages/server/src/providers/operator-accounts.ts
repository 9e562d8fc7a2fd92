import { type Budget, budgetPeriods, readAccountSecret } from '@filmgate/core';
import { z } from 'zod';
import { withNearest } from '../settings/nearest-names.ts';
import { readSecretFile } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { mockEndpoint, type Endpoints } from './endpoints.ts';
import { type OperatorFile, readOperatorFile } from './read-operator-file.ts';

/** An account configured in the environment or a file. */
export interface OperatorAccount {
  readonly label: string;
  readonly endpoint: string;
  readonly secret: string;
  /** Absent = every family at creation, and unchanged afterwards. */
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
  endpoint: z.string().min(1),
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

/** Sources of the operator's accounts. */
export interface AccountSources {
  readonly settings: Pick<Settings, typeof setting>;
  /** By the endpoint as written in `FILMGATE_KEY_<PLACE>`. */
  readonly endpointKeys: ReadonlyMap<string, string>;
  /** Variables that `secret_env` names. */
  readonly environment: Environment;
}

/**
 * Reads the accounts of `FILMGATE_KEY_<PLACE>`, labelled `env-<place>`, and those of the file.
 *
 * @throws Error with sentences for the operator when an endpoint is unknown or the file cannot be used; never with a
 * secret
 */
export async function readOperatorAccounts(
  { settings, endpointKeys, environment }: AccountSources,
  endpoints: Endpoints,
): Promise<readonly OperatorAccount[]> {
  const keyed = [...endpointKeys].map(([written, secret]) => {
    const endpoint = endpointOfKey(written, endpoints);
    return { label: keyLabel(endpoint), endpoint, secret };
  });
  const { FILMGATE_ACCOUNTS_FILE: path } = settings;
  return path === undefined ? keyed : [...keyed, ...(await ofFile(path, endpoints, environment))];
}

function endpointOfKey(written: string, endpoints: Endpoints): string {
  const variable = keySetting + written;
  const found = endpoints.ids().find((id) => keyVariable(id) === variable);
  if (found !== undefined) return found;
  const sentence = `${variable} does not name a supported provider`;
  const near = withNearest(sentence, variable, endpoints.ids().map(keyVariable));
  throw new Error(`${near}. Supported are ${endpoints.ids().join(', ')}.`);
}

/** Name of the variable that holds the key of an endpoint. */
export function keyVariable(endpoint: string): string {
  return keySetting + keyName(endpoint);
}

/** Returns the endpoint as written in that variable. */
export function keyName(endpoint: string): string {
  return endpoint.toUpperCase().replaceAll('-', '_');
}

/** Label of the account that the variable creates. */
export function keyLabel(endpoint: string): string {
  return `env-${endpoint}`;
}

async function ofFile(
  path: string,
  endpoints: Endpoints,
  environment: Environment,
): Promise<readonly OperatorAccount[]> {
  const file = readOperatorFile(setting, path, fileSchema);
  const accounts: OperatorAccount[] = [];
  const labels = new Set<string>();
  for (const [index, written] of file.value.accounts.entries()) {
    const at = ['accounts', index];
    if (labels.has(written.label)) file.complain([...at, 'label'], 'appears twice');
    labels.add(written.label);
    const known = [mockEndpoint, ...endpoints.ids()];
    if (!known.includes(written.endpoint)) {
      const rule = `must be one of ${known.join(', ')}`;
      file.complain([...at, 'endpoint'], withNearest(rule, written.endpoint, known));
      continue;
    }
    const secret = await secretOf(written, { file, at, endpoints, environment });
    if (secret === undefined) continue;
    const { label, endpoint, families, concurrency, exclusive, budget } = written;
    accounts.push({
      label,
      endpoint,
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
  readonly endpoints: Endpoints;
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
  return await fieldsOf(secrets ?? {}, written.endpoint, look);
}

/** Joins several fields into the JSON text that a protocol with several expects. */
async function fieldsOf(
  secrets: NonNullable<Written['secrets']>,
  endpoint: string,
  look: Look,
): Promise<string | undefined> {
  const asked =
    endpoint === mockEndpoint ? ['key'] : await credentialFields(endpoint, look.endpoints);
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

async function credentialFields(
  endpoint: string,
  endpoints: Endpoints,
): Promise<readonly string[]> {
  const { description } = await endpoints.describe(endpoint);
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
