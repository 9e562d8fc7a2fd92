/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type AdminView, adminView } from './admin-view.ts';
import {
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from './crash-harness.ts';
import { settledJobs } from './crash-scene.ts';

const sendTimeoutSeconds = 3;
/** Twice the send timeout, and longer than a lease. */
const stallMs = 2 * sendTimeoutSeconds * 1_000;
const leaseSeconds = 5;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Scene {
  readonly mock: MockProcess;
  readonly gateway: GatewayProcess;
  readonly admin: AdminView;
}

/** A gateway whose one submission has reached a provider that is suspended. */
async function submissionUnderWay(): Promise<Scene> {
  const mock = await startMock();
  closers.push(() => mock.child.stop('SIGKILL'));
  const data = await temporaryDirectory();
  closers.push(() => data.dispose());
  const gateway = await startGatewayProcess({
    dataDirectory: data.path,
    mockUrl: mock.url,
    environment: {
      FILMGATE_SEND_TIMEOUT_SECONDS: String(sendTimeoutSeconds),
      FILMGATE_LEASE_SECONDS: String(leaseSeconds),
      BLOCK_MS: String(stallMs),
    },
  });
  closers.push(() => gateway.child.stop('SIGKILL'));
  const admin = await adminView(gateway.localUrl);
  await admin.addAccount(1);
  const { key } = await admin.createUser();
  mock.child.process.kill('SIGSTOP');
  const response = await fetch(`${gateway.tasksUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a stall [[mock:run=1s,queue=0s]]', seconds: 5 }),
  });
  expect(response.status).toBe(202);
  const state = async () => (await admin.jobs())[0]?.state;
  await expect.poll(state, { interval: 20 }).toBe('dispatching');
  await pause(100);
  return { mock, gateway, admin };
}

async function expectPaidAndDelivered({ mock, admin }: Scene): Promise<void> {
  const [job] = await settledJobs(admin, 1);
  const trail = (await admin.trail(job?.id ?? '')).map(({ what }) => what);
  expect(trail).not.toContain('outcome-lost');
  expect(job?.state).toBe('completed');
  expect(await mock.ledger('a stall')).toMatchObject({ accepted: 1, completed: 1 });
}

describe('a submission that gets its response while the gateway is stopped for twice the send timeout', () => {
  it('[flow.stall.answer-kept][flow.stall.lease-renewed] completes when the whole process was stopped', async () => {
    const scene = await submissionUnderWay();
    scene.gateway.child.process.kill('SIGSTOP');
    scene.mock.child.process.kill('SIGCONT');
    await pause(stallMs);
    scene.gateway.child.process.kill('SIGCONT');
    await expectPaidAndDelivered(scene);
  });

  it('[flow.stall.answer-kept][flow.stall.lease-renewed] completes when its event loop was blocked', async () => {
    const scene = await submissionUnderWay();
    scene.gateway.child.process.kill('SIGUSR2');
    await pause(200);
    scene.mock.child.process.kill('SIGCONT');
    await expectPaidAndDelivered(scene);
  });
});
