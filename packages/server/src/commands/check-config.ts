import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseMasterKey } from '@filmgate/runtime-node';
import Fastify from 'fastify';
import { bindListener } from '../compose/bind-listener.ts';
import { passwordProblem } from '../compose/guessable-password.ts';
import { bucketOf, redisOf } from '../compose/open-storage.ts';
import { warningsOf } from '../compose/judge-settings.ts';
import { readOperatorChoices } from '../compose/operator-choices.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';

export interface ConfigCheck {
  /** Sentences about everything that is wrong; empty when the gateway could start. */
  readonly problems: readonly string[];
  /** Sentences about what is taken and not advisable. */
  readonly warnings: readonly string[];
  /** What was checked, in words. */
  readonly looked: readonly string[];
}

/**
 * `filmgate config check`: whether the gateway could start with this environment. Starts, makes and changes nothing; each
 * port is bound for a moment, unless they are left out.
 */
export async function checkConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { ports }: { readonly ports: boolean },
): Promise<ConfigCheck> {
  const read = readSettings(environment);
  if (read.kind === 'refused') return { problems: read.problems, warnings: [], looked: [] };
  const { settings } = read;
  const { FILMGATE_DATA_DIR: directory, FILMGATE_CATALOG_FILE: catalog } = settings;
  const weakness = await passwordProblem(settings);
  return {
    problems: [
      ...(weakness === undefined ? [] : [weakness]),
      ...(await choiceProblems(settings, read.placeKeys)),
      ...dataDirectoryProblems(settings),
      ...(await storeProblems(settings)),
      ...(ports ? await portProblems(settings) : []),
    ],
    warnings: [...warningsOf(settings).keys()],
    looked: [
      `environment: ${read.given.size} settings, ${Object.keys(settings).length} in all`,
      `catalog: ${catalog ?? shippedText(settings)}`,
      `data directory: ${directory}`,
      ...previousKeys(settings),
      `store: ${settings.FILMGATE_STORAGE}, results in ${settings.FILMGATE_RESULT_STORE}`,
      ports
        ? `ports: ${settings.FILMGATE_LOCAL_PORT} and ${settings.FILMGATE_TASKS_PORT} of ${settings.FILMGATE_HOST}`
        : 'ports: left out',
    ],
  };
}

function shippedText({ FILMGATE_CATALOG: names }: Settings): string {
  return names.length === 0 ? 'built in' : names.join(', ');
}

function previousKeys({ FILMGATE_MASTER_KEY_PREVIOUS: keys }: Settings): readonly string[] {
  if (keys.length === 0) return [];
  return [
    `previous master keys: ${keys.length}; remove them once every node has logged previous-master-key-not-needed`,
  ];
}

async function choiceProblems(
  settings: Settings,
  placeKeys: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  try {
    await readOperatorChoices(settings, { placeKeys });
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

async function portProblems(settings: Settings): Promise<readonly string[]> {
  const { FILMGATE_HOST: host } = settings;
  const problems: string[] = [];
  for (const portSetting of ['FILMGATE_LOCAL_PORT', 'FILMGATE_TASKS_PORT'] as const) {
    const app = Fastify();
    try {
      await bindListener({ app, host, port: settings[portSetting], portSetting });
    } catch (error) {
      problems.push(messageOf(error));
    } finally {
      await app.close();
    }
  }
  return [...new Set(problems)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why the data directory, or that of the baseline, could not be used by this user, in sentences. Makes nothing. */
function dataDirectoryProblems(settings: Settings): readonly string[] {
  const { FILMGATE_DATA_DIR: data, FILMGATE_WITNESS_DIR: baseline, FILMGATE_STORAGE } = settings;
  const problems = directoryProblems('FILMGATE_DATA_DIR', data);
  if (baseline !== undefined && FILMGATE_STORAGE === 'sqlite')
    problems.push(...directoryProblems('FILMGATE_WITNESS_DIR', baseline));
  return problems.length > 0 || settings.FILMGATE_MASTER_KEY !== undefined
    ? problems
    : masterKeyProblems(join(resolve(data), 'master.key'));
}

function directoryProblems(setting: string, given: string): string[] {
  const directory = resolve(given);
  if (!existsSync(directory)) return newDirectoryProblems(setting, directory);
  if (!statSync(directory).isDirectory()) return [`${setting} is ${given}, which is a file.`];
  return isWritable(directory) ? [] : [`${setting} is ${given}, where this user may not write.`];
}

function newDirectoryProblems(setting: string, directory: string): string[] {
  let above = dirname(directory);
  while (!existsSync(above)) above = dirname(above);
  return isWritable(above)
    ? []
    : [`${setting} is ${directory}, which cannot be made: this user may not write in ${above}.`];
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function masterKeyProblems(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const reading = parseMasterKey(readFileSync(path, 'utf8'));
    return reading.kind === 'refused' ? [`${path} cannot be used: ${reading.message}.`] : [];
  } catch {
    return [`${path} cannot be read by this user.`];
  }
}

/** Why the store or the bucket the settings name could not be used now, in sentences. Looks, and writes nothing. */
async function storeProblems(settings: Settings): Promise<readonly string[]> {
  const problems: string[] = [];
  const note = (error: unknown): void => {
    problems.push(error instanceof Error ? error.message : String(error));
  };
  if (settings.FILMGATE_STORAGE === 'redis') {
    const { checkRedisServer } = await import('@filmgate/storage-redis');
    await checkRedisServer(redisOf(settings)).catch(note);
  }
  if (settings.FILMGATE_RESULT_STORE === 's3') {
    const { checkBucket } = await import('@filmgate/storage-s3');
    const prefix = settings.FILMGATE_S3_PREFIX;
    await checkBucket({ ...bucketOf(settings), prefix }).catch(note);
  }
  return problems;
}
