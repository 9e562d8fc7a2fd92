import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { adminView } from '../admin-view.ts';
import { startGatewayProcess, startMock, temporaryDirectory } from '../crash-harness.ts';
import { startChild } from '../child-process.ts';
import { nativeClient } from '../../http/native-client.ts';
import { tasksClient } from '../../http/tasks-client.ts';
import type { DataFiles } from './check-trace.ts';
import type { SystemCall } from './system-call.ts';
import { stopAndReadTrace, traceCommand } from './tracing.ts';

const upstreamApiKey = 'upstream-key-of-the-power-tests';

function filesIn(folder: string): DataFiles {
  return {
    database: join(folder, 'filmgate.db'),
    log: join(folder, 'filmgate.db-wal'),
    assets: join(folder, 'assets'),
    results: join(folder, 'results'),
  };
}

/** Trace of a server, and the location of its files. */
export interface TracedRun {
  readonly calls: readonly SystemCall[];
  readonly files: DataFiles;
}

/** Callers of a traced gateway. */
export interface Callers {
  readonly tasks: ReturnType<typeof tasksClient>;
  readonly native: ReturnType<typeof nativeClient>;
}

/** Runs a gateway on a new data directory, traced from its first instruction until it stopped. */
export async function traceGateway(use: (callers: Callers) => Promise<void>): Promise<TracedRun> {
  const { path, dispose } = await temporaryDirectory();
  const mock = await startMock();
  try {
    const dataDirectory = join(await realpath(path), 'new', 'data');
    const traceFile = join(path, 'trace');
    const gateway = await startGatewayProcess({
      dataDirectory,
      mockUrl: mock.url,
      environment: { FILMGATE_NATIVE_API_KEY: upstreamApiKey },
      under: traceCommand(traceFile),
    });
    try {
      const admin = await adminView(gateway.localUrl);
      await admin.addAccount(10);
      const { key } = await admin.createUser();
      await use({
        tasks: tasksClient(gateway.tasksUrl, key),
        native: nativeClient(gateway.tasksUrl, upstreamApiKey),
      });
      return {
        calls: await stopAndReadTrace(gateway.child, traceFile),
        files: filesIn(dataDirectory),
      };
    } finally {
      await gateway.child.stop('SIGKILL');
    }
  } finally {
    await mock.stop();
    await dispose();
  }
}

/** Runs the server that waits, or does not wait, for the disk, with requests for these ids, one after the other. */
export async function traceHastyServer(
  synchronous: 'full' | 'off',
  ids: readonly string[],
): Promise<TracedRun> {
  const { path, dispose } = await temporaryDirectory();
  try {
    const files = filesIn(await realpath(path));
    const traceFile = join(path, 'trace');
    const child = await startChild('./power-loss/hasty-server.ts', {
      environment: { DATABASE: files.database, SYNCHRONOUS: synchronous },
      under: traceCommand(traceFile),
    });
    try {
      for (const id of ids) await (await fetch(`${child.firstLine}/${id}`)).text();
      return { calls: await stopAndReadTrace(child, traceFile), files };
    } finally {
      await child.stop('SIGKILL');
    }
  } finally {
    await dispose();
  }
}
