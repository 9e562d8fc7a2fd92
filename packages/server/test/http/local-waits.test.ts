import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { completionOf, fastModel, localClient, saying } from './local-client.ts';
import { instant, parked } from './prompts.ts';
import { jobListOf } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

/** Sends a chat generation over its own socket, and closes it on request. */
function callAndLeave({ localUrl, serviceApiKey }: Gateway, prompt: string): () => void {
  const body = JSON.stringify({ model: fastModel, ...saying(prompt) });
  const { hostname, port, host } = new URL(localUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    [
      'POST /v1/chat/completions HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${serviceApiKey}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  return () => socket.destroy();
}

function accepted({ mock }: Gateway, prompt: string) {
  return eventually(async () => ((await mock.ledger(prompt)).accepted > 0 ? true : undefined), {
    what: `the submission of ${prompt}`,
  });
}

const listedJob = z.object({ id: z.string(), state: z.string() });
type ListedJob = z.infer<typeof listedJob>;

async function jobsOf({ adminFetch }: Gateway, text: string): Promise<readonly ListedJob[]> {
  const response = await adminFetch(`jobs?text=${encodeURIComponent(text)}`);
  return jobListOf(listedJob).parse(jsonOf(response)).data;
}

function ended(gateway: Gateway, text: string, state: string) {
  return eventually(
    async () => {
      const [job] = await jobsOf(gateway, text);
      return job?.state === state ? job : undefined;
    },
    { what: `${text} to be ${state}` },
  );
}

describe('a caller who hangs up', () => {
  it('[local.wait.hang-up] leaves a job that is still made, once', async () => {
    const hangUp = callAndLeave(shared.gateway, 'hung up on [[mock:queue=0s,run=400s]]');
    await accepted(shared.gateway, 'hung up on');
    hangUp();
    await ended(shared.gateway, 'hung up on', 'completed');
    expect((await shared.gateway.mock.ledger('hung up on')).accepted).toBe(1);
  });

  it('[local.wait.hang-up] at once after the last byte leaves a job too', async () => {
    const hangUp = callAndLeave(shared.gateway, instant('gone at once'));
    await eventually(
      async () => ((await jobsOf(shared.gateway, 'gone at once')).length > 0 ? true : undefined),
      { what: 'the job' },
    );
    hangUp();
    await ended(shared.gateway, 'gone at once', 'completed');
  });
});

describe('the bound of a wait', () => {
  const hasty = useGateway(() => ({ env: { FILMGATE_SYNC_WAIT_SECONDS: '1' } }));

  it('[local.wait.timeout-504][local.wait.bound-setting][local.errors.no-retry] ends in 504 naming the job, which continues', async () => {
    const response = await hasty.local.chat(saying('too slow [[mock:queue=0s,run=2000s]]'));
    const message = expectApiError(response, { status: 504, code: 'generation_timeout' });
    expect(response.headers.get('x-should-retry')).toBe('false');
    const job = await ended(hasty.gateway, 'too slow', 'completed');
    expect(message).toContain(job.id);
    expect((await hasty.gateway.mock.ledger('too slow')).accepted).toBe(1);
  });
});

describe("a client library's own retry", () => {
  const retry = { 'x-stainless-retry-count': '1' };

  it('[local.wait.retry-joins] joins the job of the try whose caller is gone', async () => {
    const prompt = 'tried again [[mock:queue=0s,run=800s]]';
    const hangUp = callAndLeave(shared.gateway, prompt);
    await accepted(shared.gateway, 'tried again');
    hangUp();
    const completion = completionOf(await shared.local.chat(saying(prompt), retry));
    const jobs = await jobsOf(shared.gateway, 'tried again');
    expect(jobs.map(({ id }) => id)).toEqual([completion.job_id]);
    expect((await shared.gateway.mock.ledger('tried again')).accepted).toBe(1);
  });

  it('[local.wait.retry-joins] gets the result that reached no caller', async () => {
    const prompt = 'made for nobody [[mock:queue=0s,run=500s]]';
    const hangUp = callAndLeave(shared.gateway, prompt);
    await accepted(shared.gateway, 'made for nobody');
    hangUp();
    const job = await ended(shared.gateway, 'made for nobody', 'completed');
    const completion = completionOf(await shared.local.chat(saying(prompt), retry));
    expect(completion.job_id).toBe(job.id);
  });

  it.each([
    ['that is no retry', {}],
    ['with a count of nothing', { 'x-stainless-retry-count': '0' }],
  ])('[local.chat.no-idempotency] a call %s is a generation of its own', async (name, headers) => {
    const prompt = instant(`alike ${name}`);
    completionOf(await shared.local.chat(saying(prompt), headers));
    completionOf(await shared.local.chat(saying(prompt), headers));
    expect((await shared.gateway.mock.ledger(`alike ${name}`)).accepted).toBe(2);
  });

  it('[local.wait.retry-joins] joins nothing that was answered, differs, or is waited for', async () => {
    const prompt = instant('answered already');
    const first = completionOf(await shared.local.chat(saying(prompt)));
    const again = completionOf(await shared.local.chat(saying(prompt), retry));
    expect(again.job_id).not.toBe(first.job_id);

    const slow = 'still waited for [[mock:queue=0s,run=800s]]';
    const waiting = shared.local.chat(saying(slow));
    await accepted(shared.gateway, 'still waited for');
    const other = completionOf(await shared.local.chat(saying(slow), retry));
    expect(other.job_id).not.toBe(completionOf(await waiting).job_id);
  });

  it('[local.wait.retry-joins] joins nothing that was asked for otherwise', async () => {
    const hangUp = callAndLeave(shared.gateway, parked('a silent wish'));
    await accepted(shared.gateway, 'a silent wish');
    hangUp();
    const prompt = instant('a silent wish');
    const other = completionOf(await shared.local.chat(saying(prompt), retry));
    expect((await jobsOf(shared.gateway, 'a silent wish')).map(({ id }) => id)).toContain(
      other.job_id,
    );
    expect((await shared.gateway.mock.ledger('a silent wish')).accepted).toBe(2);
  });
});

describe('a gateway that stops', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'filmgate-waits-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('[local.wait.draining][local.wait.restart][local.errors.no-retry] notifies waiting callers, and the job is made after the next start', async () => {
    const gateway = await startGateway({ dataDir });
    const local = localClient(gateway.localUrl, gateway.serviceApiKey);
    const prompt = 'over the restart [[mock:queue=0s,run=2000s]]';
    const waiting = local.chat(saying(prompt));
    await accepted(gateway, 'over the restart');
    await gateway.stop();
    const response = await waiting;
    const message = expectApiError(response, { status: 503, code: 'draining' });
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(response.headers.get('retry-after')).toBeNull();

    const next = await startGateway({ dataDir, accounts: [] });
    try {
      const [job] = await jobsOf(next, 'over the restart');
      expect(message).toContain(job?.id);
      // A client that repeats its call gets the video it paid for.
      const again = localClient(next.localUrl, next.serviceApiKey);
      const retried = await again.chat(saying(prompt), { 'x-stainless-retry-count': '1' });
      expect(completionOf(retried).job_id).toBe(job?.id);
      expect((await next.mock.ledger('over the restart')).accepted).toBe(1);
    } finally {
      await next.stop();
    }
  }, 60_000);

  it('[local.wait.draining] refuses new generations before anything is stored, and may be asked again', async () => {
    const gateway = await startGateway({ env: { FILMGATE_SEND_TIMEOUT_SECONDS: '2' } });
    const local = localClient(gateway.localUrl, gateway.serviceApiKey);
    // A running submission keeps the runner from being drained.
    const held = local.chat(saying(instant('keeps it busy', 'response=hang')));
    await accepted(gateway, 'keeps it busy');
    const stopped = gateway.stop();
    const response = await local.chat(saying(instant('too late')));
    expectApiError(response, { status: 503, code: 'draining' });
    expect(response.headers.get('x-should-retry')).toBeNull();
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await stopped;
    expect((await held).status).toBeGreaterThanOrEqual(502);
  }, 90_000);
});
