import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked, smallest } from './prompts.ts';
import { type NativeJob, nativeJobSchema } from './shapes.ts';
import type { AccountInput, Gateway } from './start-gateway.ts';
import { taskOf, tasksClient } from './tasks-client.ts';
import { type SharedGateway, useGateway } from './use-gateway.ts';

/** A gateway whose one account is as given. */
function withAccount(account: AccountInput): SharedGateway {
  return useGateway(() => ({ accounts: [{ label: 'hidden-account-label', ...account }] }));
}

function nativeJob({ tasksUrl, upstreamApiKey }: Gateway, prompt: string): Promise<HttpResponse> {
  return tasksClient(tasksUrl, upstreamApiKey).request('/api/v1/video-jobs', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ plugin: 'std', prompt, options: { resolution: '720p' } }),
  });
}

function retryAfterOf(response: HttpResponse): number {
  const text = response.headers.get('retry-after') ?? '';
  expect(text).toMatch(/^\d+$/);
  return Number(text);
}

describe('accounts without credits', () => {
  const shared = withAccount({ credits: 0 });

  it('[credits.exhausted][errors.no-retry-on-conflict] are 409 trae_credits_exhausted, and nothing is reserved', async () => {
    const user = await shared.newUser(1_000_000);
    const response = await user.create(smallest(parked('no credits')), { key: 'no-credits' });
    expectApiError(response, { status: 409, code: 'trae_credits_exhausted' });
    expect(await shared.gateway.usageOf(user.id)).toEqual({ used: 0, reserved: 0, held: 0 });
  });

  it('[errors.messages-discreet][invariants.i13-no-secret-leaves] are not named, nor is their secret', async () => {
    const response = await shared.tasks.create(smallest(parked('no credits')));
    expect(response.text).not.toContain('hidden-account-label');
    expect(response.text).not.toContain('secret-of-hidden-account-label');
    expect(response.text).not.toMatch(/127\.0\.0\.1|localhost|https?:/);
  });

  it('[credits.exhausted] are so for native jobs too', async () => {
    const response = await nativeJob(shared.gateway, parked('no credits'));
    expectApiError(response, { status: 409, code: 'trae_credits_exhausted' });
  });

  it('[idempotency.refused-keeps-key] the key of a refused request is free when credits come', async () => {
    const body = smallest(parked('credits come'));
    expect((await shared.tasks.create(body, { key: 'credits-come' })).status).toBe(409);
    await shared.gateway.addAccount({ label: 'second', credits: 1_000_000 });
    expect((await shared.tasks.create(body, { key: 'credits-come' })).status).toBe(202);
  });
});

describe('accounts of which none is enabled', () => {
  const shared = withAccount({ enabled: false, credits: 1_000_000 });

  it('[credits.account-unavailable][errors.no-retry-on-conflict] are 409 trae_protocol_account_unavailable', async () => {
    const response = await shared.tasks.create(smallest(parked('nobody there')));
    expectApiError(response, { status: 409, code: 'trae_protocol_account_unavailable' });
    expect(response.text).not.toContain('hidden-account-label');
  });

  it('[native.jobs.awaiting-configuration] let a native job wait as configuration_required', async () => {
    const response = await nativeJob(shared.gateway, parked('waits natively'));
    expect(response.status, response.text).toBe(202);
    const job = nativeJobSchema.parse(jsonOf(response));
    const settled = await nativeWhen(shared.gateway, job.id, 'configuration_required');
    expect(settled.completedAt).toBeNull();
  });
});

describe('no account at all', () => {
  const shared = useGateway(() => ({ accounts: [] }));

  it('[credits.none-configured][tasks.object.status-words][invariants.i14-heals] accepts, waits, and continues when an account comes', async () => {
    const task = taskOf(await shared.tasks.create(smallest(instant('waits for an account'))));
    const response = await nativeJob(shared.gateway, instant('waits natively'));
    const job = nativeJobSchema.parse(jsonOf(response));
    await nativeWhen(shared.gateway, job.id, 'configuration_required');
    expect((await shared.tasks.read(task.id)).status).toBe('in_progress');

    await shared.gateway.addAccount({ credits: 1_000_000 });
    expect((await shared.tasks.completed(task.id)).error).toBeNull();
    await nativeWhen(shared.gateway, job.id, 'completed');
  });
});

describe('credits that are all reserved', () => {
  const shared = useGateway(() => ({ accounts: [] }));

  it('[credits.settlement-pending][errors.retry-after] are 503 trae_credits_settlement_pending, to be tried again', async () => {
    const measured = await shared.newUser();
    taskOf(await measured.create(smallest(parked('how much is it'))));
    const { reserved: cost } = await shared.gateway.usageOf(measured.id);
    await shared.gateway.addAccount({ label: 'enough for two', credits: 2 * cost });

    taskOf(await shared.tasks.create(smallest(parked('takes the rest'))));
    const response = await shared.tasks.create(smallest(parked('one too many')));
    expectApiError(response, { status: 503, code: 'trae_credits_settlement_pending' });
    expect(retryAfterOf(response)).toBeGreaterThanOrEqual(1);
    expect(retryAfterOf(response)).toBeLessThanOrEqual(60);
    expect(response.headers.get('x-should-retry')).not.toBe('false');
  });
});

describe('a full queue', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_QUEUE_LIMIT: '3' },
    accounts: [{ concurrency: 1, credits: 1_000_000 }],
  }));

  it('[credits.busy-waits][credits.queue-limit][errors.retry-after] is 503 trae_protocol_unavailable once busy slots have filled it', async () => {
    taskOf(await shared.tasks.create(smallest(parked('takes the slot'))));
    await eventually(
      async () =>
        (await shared.gateway.mock.ledger('takes the slot')).accepted > 0 ? true : undefined,
      { what: 'the first task to be sent' },
    );
    const waiting = [];
    for (let index = 0; index < 3; index += 1) {
      waiting.push(taskOf(await shared.tasks.create(smallest(parked(`waits ${index}`)))));
    }
    const response = await shared.tasks.create(smallest(parked('no room')), { key: 'no-room' });
    expectApiError(response, { status: 503, code: 'trae_protocol_unavailable' });
    expect(retryAfterOf(response)).toBeGreaterThanOrEqual(1);
    expect(retryAfterOf(response)).toBeLessThanOrEqual(60);
    for (const { id } of waiting) {
      expect(await shared.tasks.read(id)).toMatchObject({ status: 'in_progress', progress: 0 });
    }
    expect((await shared.gateway.mock.ledger('waits')).accepted).toBe(0);
  });

  it('[invariants.i10-account-cap] and the upstream never sees more than the cap', async () => {
    const { running } = await shared.gateway.mock.ledger();
    expect(running).toBe(1);
  });
});

function nativeWhen(gateway: Gateway, id: string, status: NativeJob['status']): Promise<NativeJob> {
  const client = tasksClient(gateway.tasksUrl, gateway.upstreamApiKey);
  return eventually(
    async () => {
      const job = nativeJobSchema.parse(jsonOf(await client.request(`/api/v1/video-jobs/${id}`)));
      return job.status === status ? job : undefined;
    },
    { what: `${id} to be ${status}` },
  );
}
