import type { GatewayPorts } from '@filmgate/core';
import { startMock, type StartedMock } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked, smallest } from './prompts.ts';
import { type Account, accountSchema, adminListOf } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

async function accountsOf(gateway: Gateway): Promise<readonly Account[]> {
  const response = await gateway.adminFetch('accounts');
  return adminListOf(accountSchema).parse(jsonOf(response)).data;
}

/** Records the probed accounts: a first probe after a refusal would reset the account's state. */
function watchProbes() {
  const probed = new Set<string>();
  return {
    wrapPorts: (ports: GatewayPorts): GatewayPorts => {
      const { accounts } = ports.storage;
      const recordProbe: typeof accounts.recordProbe = async (input) => {
        await accounts.recordProbe(input);
        probed.add(input.id);
      };
      return { ...ports, storage: { ...ports.storage, accounts: { ...accounts, recordProbe } } };
    },
    /** Resolves when `count` accounts have had their first probe; the next one comes a minute later. */
    untilProbed: (count: number) =>
      eventually(async () => (probed.size >= count ? true : undefined), {
        what: `${count} probed accounts`,
      }),
  };
}

const loggedOut = ({ state }: Account): boolean => /login/.test(state);

describe('a submission refused for its account', () => {
  const probes = watchProbes();
  const shared = useGateway(() => ({
    accounts: [
      { label: 'one', credits: 1_000_000 },
      { label: 'two', credits: 1_000_000 },
    ],
    wrapPorts: probes.wrapPorts,
  }));

  it('[jobs.one-penalty][jobs.refused-requeued][invariants.i1-one-submission] costs one account its good state, and the other continues working', async () => {
    await probes.untilProbed(2);
    const text = 'refused for its login 0d4e';
    const task = taskOf(await shared.tasks.create(smallest(instant(text, 'refuse=401'))));
    const failed = await shared.tasks.failed(task.id);
    expect(failed.error?.message).toMatch(/\S/);
    expect((await shared.gateway.mock.ledger(text)).accepted).toBe(0);
    expect((await accountsOf(shared.gateway)).filter(loggedOut)).toHaveLength(1);

    const next = taskOf(await shared.tasks.create(smallest(instant('goes on'))));
    expect((await shared.tasks.completed(next.id)).error).toBeNull();
  });
});

/** A mock with accounts that refuse submissions, and the setting that leads to it. */
function useLimitedMock() {
  let mock: StartedMock | undefined;
  beforeAll(async () => {
    const accounts = { 'expired-key': { login: 'expired' }, 'poor-key': { credits: 0 } } as const;
    mock = await startMock({ accounts, speed: 1_000 });
  });
  afterAll(() => mock?.close());
  return {
    env: () => ({ FILMGATE_MOCK_URL: mock?.url }),
    ledger: (contains: string) => mock?.space('default').ledger(contains),
  };
}

describe('accounts of which one has lost its login', () => {
  const mock = useLimitedMock();
  const shared = useGateway(() => ({
    env: mock.env(),
    accounts: [
      { label: 'lost', secret: 'expired-key', credits: 1_000_000 },
      { label: 'kept', credits: 1_000_000 },
    ],
  }));

  it('[jobs.refused-requeued][invariants.i1-one-submission] serve every task by the other one, once', async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        shared.tasks.create(smallest(instant(`served by the other ${index} 52c8`))),
      ),
    );
    await Promise.all(created.map((response) => shared.tasks.completed(taskOf(response).id)));
    const ledger = mock.ledger('52c8');
    expect(ledger?.accepted).toBe(6);
    expect(new Set(ledger?.jobs.map(({ prompt }) => prompt)).size).toBe(6);
    const [kept] = (await accountsOf(shared.gateway)).filter(({ label }) => label === 'kept');
    expect(kept === undefined || loggedOut(kept)).toBe(false);
  });
});

describe('an only account that has lost its login', () => {
  const mock = useLimitedMock();
  const shared = useGateway(() => ({
    env: mock.env(),
    accounts: [{ label: 'lost', secret: 'expired-key', credits: 1_000_000 }],
  }));

  it('[credits.account-unavailable] is 409 trae_protocol_account_unavailable as soon as that is known', async () => {
    const refusal = await eventually(
      async () => {
        const response = await shared.tasks.create(smallest(parked('is anybody logged in')));
        return response.status === 202 ? undefined : response;
      },
      { what: 'the lost login to be known', intervalMs: 100 },
    );
    expectApiError(refusal, { status: 409, code: 'trae_protocol_account_unavailable' });
  });
});

describe('a single account whose credits the upstream reports as used up', () => {
  const mock = useLimitedMock();
  const shared = useGateway(() => ({
    env: mock.env(),
    accounts: [{ label: 'poor', secret: 'poor-key' }],
  }));

  it('[credits.exhausted] is 409 trae_credits_exhausted as soon as that is known', async () => {
    const refusal = await eventually(
      async () => {
        const response = await shared.tasks.create(smallest(parked('is anything left')));
        return response.status === 409 ? response : undefined;
      },
      { what: 'the empty balance to be known', intervalMs: 100 },
    );
    expectApiError(refusal, { status: 409, code: 'trae_credits_exhausted' });
  });
});
