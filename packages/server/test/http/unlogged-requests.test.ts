import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayPorts } from '@filmgate/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { fastModel, localClient, saying } from './local-client.ts';
import { parked } from './prompts.ts';
import { adminListOf } from './shapes.ts';
import { startGateway } from './start-gateway.ts';

const row = z.object({
  method: z.string(),
  path: z.string(),
  caller: z.string(),
  model: z.string(),
  status: z.null(),
  error_code: z.string(),
  job_id: z.string(),
  disconnected: z.boolean(),
});

/** The request log of a server that dies before it writes anything. */
function withoutRows(ports: GatewayPorts): GatewayPorts {
  const { requestLogs } = ports.storage;
  const mute = {
    append: () => undefined,
    list: requestLogs.list.bind(requestLogs),
    countOverTime: requestLogs.countOverTime.bind(requestLogs),
    removeBefore: requestLogs.removeBefore.bind(requestLogs),
    erasePrompts: requestLogs.erasePrompts.bind(requestLogs),
    bytes: requestLogs.bytes.bind(requestLogs),
    removeBeyond: requestLogs.removeBeyond.bind(requestLogs),
  };
  return { ...ports, storage: { ...ports.storage, requestLogs: mute } };
}

it('[request-log.untold-job] gives a row to the job of a call missing from the log, once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-untold-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startGateway({ dataDir, wrapPorts: withoutRows });
  const { chat } = localClient(first.localUrl, first.serviceApiKey);
  const waiting = chat(saying(parked('an unreported fox')));
  await eventually(
    async () => ((await first.mock.ledger('unreported')).accepted > 0 ? true : undefined),
    { what: 'the submission' },
  );
  const listed = async (response: Promise<HttpResponse>) =>
    adminListOf(row).parse(jsonOf(await response)).data;
  expect(await listed(first.adminFetch('request-logs'))).toEqual([]);
  await first.stop();
  expect((await waiting).status).toBe(503);

  const rowsAfterStart = async () => {
    const gateway = await startGateway({ dataDir, accounts: [] });
    const rows = await eventually(
      async () => {
        const found = await listed(gateway.adminFetch('request-logs'));
        return found.length > 0 ? found : undefined;
      },
      { what: 'the row' },
    );
    await gateway.stop();
    return rows;
  };
  const reported = [
    {
      method: 'POST',
      path: '/v1/chat/completions',
      caller: 'service',
      model: fastModel,
      status: null,
      error_code: 'server_stopped',
      job_id: expect.stringMatching(/^lj_/),
      disconnected: true,
    },
  ];
  expect(await rowsAfterStart()).toEqual(reported);
  expect(await rowsAfterStart()).toEqual(reported);
});
