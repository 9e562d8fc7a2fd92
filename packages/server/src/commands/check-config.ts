import Fastify from 'fastify';
import { bindListener } from '../compose/bind-listener.ts';
import { readOperatorChoices } from '../compose/operator-choices.ts';
import { passwordProblem } from '../compose/guessable-password.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { dataDirectoryProblems } from './data-directory-problems.ts';
import { storeProblems } from './store-problems.ts';

export interface ConfigCheck {
  /** Sentences about everything that is wrong; empty when the gateway could start. */
  readonly problems: readonly string[];
  /** What was looked at, for a person. */
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
  if (read.kind === 'refused') return { problems: read.problems, looked: [] };
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
