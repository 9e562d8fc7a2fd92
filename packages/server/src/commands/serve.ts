import { probeAccount } from '@filmgate/core';
import { composeGateway, type RunningGateway } from '../compose.ts';
import { completeQuickstart, ensureQuickstart } from '../compose/ensure-quickstart.ts';
import type { GatewayServices } from '../compose/gateway-services.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import { accountProblems } from '../providers/account-problems.ts';
import { startBanner } from './banner.ts';
import { whatToDo } from './look-after-store.ts';

interface Output {
  write(text: string): unknown;
}

/** `filmgate serve`: runs without demo data. Prints a generated administrator password once. */
export async function serve(read: ReadSettings, output: Output): Promise<RunningGateway> {
  const { settings, given, endpointKeys } = read;
  const running = await composeGateway(settings, { given, endpointKeys });
  const { generated } = running.services.adminPassword;
  if (generated !== null) {
    output.write(
      `Administrator ${settings.FILMGATE_ADMIN_USERNAME}, password ${generated} (shown only once)\n`,
    );
  }
  const lost = running.services.composed.ports.storage.dataLoss?.lost() ?? null;
  if (lost !== null) output.write(`${lost.detail}\n${whatToDo(lost)}\n`);
  if (settings.FILMGATE_ROLE === 'runner') {
    output.write(`Runner. Health and metrics: ${running.localUrl}\n`);
    return running;
  }
  output.write(
    `Video Task API ${running.tasksPublicUrl}\nLocal Generation API ${running.localPublicUrl}\nAdministration ${running.localPublicUrl}\n`,
  );
  return running;
}

/** `npm start`: `serve` with demo data, and a page with the next steps. */
export async function start(read: ReadSettings, output: Output): Promise<RunningGateway> {
  const { settings, given, endpointKeys } = read;
  const complete = completeQuickstart;
  const running = await composeGateway(settings, { given, endpointKeys, complete });
  try {
    const lost = running.services.composed.ports.storage.dataLoss?.lost() ?? null;
    if (lost !== null) {
      output.write(`${lost.detail}\n${whatToDo(lost)}\n`);
      return running;
    }
    const quickstart = await ensureQuickstart(running.services.live.current(), running.services, {
      tasksUrl: running.tasksPublicUrl,
      localUrl: running.localPublicUrl,
    });
    await probeAccounts(running.services);
    const { username, password } = quickstart.admin;
    const isMade = await running.services.adminPassword.verify(username, password);
    const { accounts } = running.services.composed.ports.storage;
    const catalog = running.services.gateway.catalog();
    const started = {
      dataDirectory: settings.FILMGATE_DATA_DIR,
      isPasswordChosen: !isMade,
      catalog,
      problems: accountProblems(await accounts.loads(), endpointKeys),
    };
    output.write(startBanner(quickstart, started));
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Probes the accounts, so that the console shows balances and lost logins from its first page. */
async function probeAccounts({ composed, options }: GatewayServices): Promise<void> {
  const { ports } = composed;
  const { signal } = new AbortController();
  const loads = await ports.storage.accounts.loads();
  await Promise.all(
    loads.map(({ account }) => probeAccount(ports, options, { id: account.id, signal })),
  );
}
