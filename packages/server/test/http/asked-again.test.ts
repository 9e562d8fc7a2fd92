import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { send } from './response.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const token = 'metrics-token-of-the-tests';
const shared = useGateway(() => ({ env: { FILMGATE_METRICS_TOKEN: token } }));

/** Lines of the metrics with this prefix. */
async function metrics(start: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const { text } = await send(`${shared.gateway.localUrl}/metrics`, { headers });
  return text.split('\n').filter((line) => line.startsWith(start));
}

/**
 * Makes a job unknown, and enables its account before the next automatic check: on a slow machine that may come first.
 */
async function enableWhileUnknown(): Promise<void> {
  const { gateway, tasks } = shared;
  const task = taskOf(await tasks.create(smallest(instant('soon unknown', 'lost-response'))));
  await eventually(
    async () => {
      const { text } = await gateway.adminFetch(`jobs/${task.id}`);
      return text.includes('"state":"outcome_unknown"') ? true : undefined;
    },
    { what: `${task.id} to be unknown` },
  );
  const { text } = await gateway.adminFetch('accounts');
  const [, id = ''] = /"id":"(ac_\w+)"/.exec(text) ?? [];
  const changed = await gateway.adminSend('PATCH', `accounts/${id}`, { enabled: true });
  expect(changed.status).toBe(200);
}

it('[evidence.asked-again][evidence.denies-everything] an account that an administrator enables has its unknown jobs asked about, and no account denies everything', async () => {
  const event = 'event="unknown-jobs-asked-again"';
  await eventually(
    async () => {
      await enableWhileUnknown();
      const counted = await metrics('filmgate_log_events_total');
      return counted.some((line) => line.includes(event)) ? true : undefined;
    },
    { what: 'unknown jobs to be asked about again' },
  );
  expect(await metrics('filmgate_accounts_denying')).toEqual(['filmgate_accounts_denying 0']);
});
