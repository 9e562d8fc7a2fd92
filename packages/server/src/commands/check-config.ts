import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseMasterKey } from '@filmgate/runtime-node';
import Fastify from 'fastify';
import { bindListener } from '../compose/bind-listener.ts';
import { passwordProblem } from '../compose/guessable-password.ts';
import { bucketOf, redisOf } from '../compose/open-storage.ts';
import { warningsOf } from '../compose/check-settings.ts';
import { readOperatorChoices } from '../compose/operator-choices.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { outboundProxy } from '../providers/outbound-proxy.ts';

export interface ConfigCheck {
  /** Sentences about every problem; empty when the gateway could start. */
  readonly problems: readonly string[];
  /** Sentences about settings that are accepted and not advisable. */
  readonly warnings: readonly string[];
  /** Names of the checks that were made. */
  readonly looked: readonly string[];
}

/** `filmgate config check`: checks that the gateway could start; changes nothing. `ports` binds each port briefly. */
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
      ...(await choiceProblems(settings, read.endpointKeys)),
      ...dataDirectoryProblems(settings),
      ...(await storeProblems(settings)),
      ...(ports ? await portProblems(settings) : []),
    ],
    warnings: [...warningsOf(settings).keys()],
    looked: [
      `environment: ${read.given.size} settings given, ${Object.keys(settings).length} in effect`,
      `catalog: ${catalog ?? shippedText(settings)}`,
      `data directory: ${directory}`,
      ...previousKeys(settings),
      `store: ${settings.FILMGATE_STORAGE}, results in ${settings.FILMGATE_RESULT_STORE}`,
      ...proxyText(settings),
      ports
        ? `ports: ${settings.FILMGATE_LOCAL_PORT} and ${settings.FILMGATE_TASKS_PORT} on ${settings.FILMGATE_HOST}`
        : 'ports: skipped',
    ],
  };
}

function shippedText({ FILMGATE_CATALOG: names }: Settings): string {
  return names.length === 0 ? 'built-in' : names.join(', ');
}

function proxyText(settings: Settings): readonly string[] {
  const proxy = outboundProxy(settings);
  if (proxy === undefined) return [];
  const { NO_PROXY: others } = settings;
  return [`proxy: ${proxy.name}${others.length === 0 ? '' : `, not for ${others.join(', ')}`}`];
}

function previousKeys({ FILMGATE_MASTER_KEY_PREVIOUS: keys }: Settings): readonly string[] {
  if (keys.length === 0) return [];
  return [
    `previous master keys: ${keys.length}; remove them once every node has logged previous-master-key-not-needed`,
  ];
}

async function choiceProblems(
  settings: Settings,
  endpointKeys: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  try {
    await readOperatorChoices(settings, { endpointKeys });
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

/** Sentences about a data directory, or a baseline directory, that this user cannot use. Creates nothing. */
function dataDirectoryProblems(settings: Settings): readonly string[] {
  const { FILMGATE_DATA_DIR: data, FILMGATE_BASELINE_DIR: baseline, FILMGATE_STORAGE } = settings;
  const problems = directoryProblems('FILMGATE_DATA_DIR', data);
  if (baseline !== undefined && FILMGATE_STORAGE === 'sqlite')
    problems.push(...directoryProblems('FILMGATE_BASELINE_DIR', baseline));
  return problems.length > 0 || settings.FILMGATE_MASTER_KEY !== undefined
    ? problems
    : masterKeyProblems(join(resolve(data), 'master.key'));
}

function directoryProblems(setting: string, given: string): string[] {
  const directory = resolve(given);
  if (!existsSync(directory)) return newDirectoryProblems(setting, directory);
  if (!statSync(directory).isDirectory())
    return [`${setting} is ${given}, which is not a directory.`];
  return isWritable(directory) ? [] : [`${setting} is ${given}, which this user cannot write to.`];
}

function newDirectoryProblems(setting: string, directory: string): string[] {
  let above = dirname(directory);
  while (!existsSync(above)) above = dirname(above);
  return isWritable(above)
    ? []
    : [`${setting} is ${directory}, which cannot be created: this user cannot write to ${above}.`];
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

/** Sentences about a store or bucket of the settings that cannot be used now. Reads only. */
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
