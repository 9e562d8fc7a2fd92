import { join } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { composePorts } from '../../compose/compose-ports.ts';
import { readOperatorChoices } from '../../compose/operator-choices.ts';
import { readQuickstart } from '../../compose/quickstart.ts';
import { createSilentLogger } from '../../log/create-log.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings-schema.ts';
import { generateFolder } from '../generate-store.ts';
import { openOwnStore, ownSettings } from '../own-generation.ts';
import { openApiDesk } from './api-desk.ts';
import type { JobDesk } from './job-desk.ts';
import { openStoreDesk } from './store-desk.ts';

/** Gateway of the jobs, and the login. */
export interface DeskOptions {
  /** URL of a running gateway; absent = the gateway of the data directory, running or not. */
  readonly url?: string;
  /** The jobs of `filmgate generate`. */
  readonly generate?: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly oneTimeCode?: string;
}

/**
 * Opens the store of the settings, or logs in at the gateway that is running on it.
 *
 * @throws Error with a sentence for the operator
 */
export async function openDesk(read: ReadSettings, options: DeskOptions): Promise<JobDesk> {
  const { settings, endpointKeys } = read;
  if (options.url !== undefined) return logIn(settings, options, options.url);
  // Accounts of environment and file are written at a start, never by reading jobs.
  const choices = { ...(await readOperatorChoices(settings, { endpointKeys })), accounts: [] };
  if (options.generate === true)
    return openStoreDesk(ownSettings(settings, generateFolder), choices, () =>
      openOwnStore(settings, generateFolder, choices),
    );
  try {
    return await openStoreDesk(settings, choices, () => {
      const log = createSilentLogger();
      return composePorts(settings, log, { given: new Set(), check: () => [], choices });
    });
  } catch (error) {
    const isAtWork = error instanceof StorageUnavailable && error.reason === 'in-use';
    if (!isAtWork) throw error;
    return logIn(settings, options, runningAt(settings));
  }
}

function logIn(settings: Settings, options: DeskOptions, url: string): Promise<JobDesk> {
  const { admin } = readQuickstart(settings.FILMGATE_DATA_DIR) ?? {};
  const username = options.username ?? admin?.username ?? settings.FILMGATE_ADMIN_USERNAME;
  const password = options.password ?? settings.FILMGATE_ADMIN_PASSWORD ?? admin?.password;
  if (password === undefined)
    throw new Error(
      `A gateway is running. To log in at ${url}, set FILMGATE_ADMIN_PASSWORD or --password, or stop the gateway.`,
    );
  const { oneTimeCode } = options;
  return openApiDesk(url.replace(/\/+$/, ''), { username, password, oneTimeCode });
}

const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** URL that the gateway of a data directory has noted. */
function runningAt({
  FILMGATE_DATA_DIR: data,
  FILMGATE_HOST: host,
  FILMGATE_LOCAL_PORT: port,
}: Settings): string {
  const quickstart = readQuickstart(data);
  if (quickstart !== undefined) return quickstart.local_url;
  if (port === 0)
    throw new Error(`A gateway is using ${join(data, 'filmgate.db')}; give its URL with --url.`);
  const reached = anyAddress.has(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
