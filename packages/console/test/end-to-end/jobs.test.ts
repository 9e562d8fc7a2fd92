/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers } from '../support/visitor.ts';

const stage = setStage();
const { rowOf, drawer, step, untilState } = jobsPageOf(stage);

describe('jobs', () => {
  it('[console.jobs-list] explain themselves while there are none yet', async () => {
    await enter(stage, stage.page, '/console/jobs');
    await stage.page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await stage.page.getByRole('link', { name: 'Open the workbench' }).waitFor();
    await stage.page.goto(`${stage.gateway.url}/console/jobs?state=failed`);
    await stage.page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    await stage.page.getByRole('button', { name: 'Clear filters' }).last().click();
    await stage.page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    expect(new URL(stage.page.url()).search).toBe('');
    expect(stage.visitor.complaints).toEqual([]);
  });

  it('[console.overview-first] lead to the workbench from the overview while there are none yet', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/overview');
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create the first video' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await submitJob(stage, 'the very first');
    await page.goto(`${stage.gateway.url}/console/overview`);
    await page.getByText('Credits spent today').waitFor();
    const teaching = page.getByRole('heading', { name: 'No videos yet' });
    await expect.poll(() => teaching.count()).toBe(0);
  });

  it('[console.jobs-waiting][console.jobs-timeline] that wait say for each account why, and go on when an operator acts', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    for (const { id } of await accountsOf(stage))
      await askAdmin(stage, 'PATCH', `accounts/${id}`, { enabled: false });
    const [lost, healthy] = [
      // A test during the creation could come before the probe awaited below.
      await addAccount({ label: 'lost', concurrency: 1, without_test: true }),
      await addAccount({ label: 'healthy', concurrency: 1 }),
    ];
    await addAccount({ label: 'poor', credits: 3 });
    // Probed just now: the next probe, which would find the login valid again, is a minute away.
    await untilProbed(lost);
    const refused = await submitJob(stage, 'loses a login [[mock:refuse=401]]', lost);
    await untilState(refused, 'failed');
    const first = await submitJob(stage, 'takes the only slot [[mock:run=3600s]]');
    await untilState(first, 'polling');
    await submitJob(stage, 'waits its turn');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Waiting for an account');
    await rowOf('waits its turn').click();
    const notice = drawer().locator('section').filter({ hasText: 'Waiting for an account' });
    await notice.getByText('lost: login lost').waitFor();
    await notice.getByText('healthy: no free slot').waitFor();
    await notice.getByText('1 of 1 slots in use: 1 running').waitFor();
    await notice.getByText('poor: not enough credits').waitFor();
    await notice.getByText('3 credits free').waitFor();
    await step('Waiting: no account available').getByText('no free slot').waitFor();
    await drawer().getByRole('button', { name: 'Check now' }).click();
    await drawer()
      .getByText(/this provider cannot be queried/)
      .waitFor();
    await askAdmin(stage, 'PATCH', `accounts/${healthy}`, { concurrency: 8 });
    await step('Account chosen: healthy').waitFor();
    await notice.waitFor({ state: 'detached' });
    await drawer().getByLabel('Video of this job').waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.slot-holders] that wait for a slot lead to the jobs that hold it, here and from the pages of capacity and account', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await addAccount({ label: 'both', concurrency: 2 });
    const made = await submitJob(stage, 'is being made [[mock:run=3600s]]', id);
    await untilState(made, 'polling');
    const lost = await submitJob(stage, 'is lost [[mock:lost-response]]', id);
    await untilState(lost, 'outcome_unknown');
    await submitJob(stage, 'wants a slot', id);
    const taken = '2 of 2 slots in use: 1 running, 1 with unknown outcome until';
    await rowOf('wants a slot').click();
    await drawer().getByText(taken).waitFor();
    await drawer().getByRole('link', { name: '1 with unknown outcome' }).click();
    await rowOf('is lost').waitFor();
    await expect.poll(() => rowOf('is being made').count()).toBe(0);
    for (const path of [`accounts?account=${id}`, 'capacity']) {
      await page.goto(`${stage.gateway.url}/console/${path}`);
      await page.getByText(taken).first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
    await page.getByRole('link', { name: '1 running' }).click();
    await rowOf('is being made').waitFor();
    await askAdmin(stage, 'PATCH', `accounts/${id}`, { concurrency: 8 });
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-filters][console.jobs-filters-by-name] are found by owner, model, account and time', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs?time=24h');
    await rowOf('waits its turn').waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Service key');
    await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Administrator');
    await page.getByRole('combobox', { name: 'Model' }).fill('vidA-fast-4s');
    await page.getByRole('searchbox').fill('TURN waits');
    await rowOf('waits its turn').waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('poor');
    await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('Any account');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Between…');
    await page.getByLabel('Until').fill('2020-01-01T00:00');
    await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      time: 'between',
      until: '2020-01-01T00:00',
      owner: 'admin',
      model: 'vidA-fast-4s',
      q: 'TURN waits',
    });
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Owner' }).inputValue()).toBe('admin');
  });

  it('[console.jobs-filters-by-name] of an API user are found by the name that the column shows', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    await askAdmin(stage, 'POST', 'api-users', { name: 'ios-app' });
    await page.goto(`${stage.gateway.url}/console/jobs?owner=ios-app`);
    await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Any owner' });
    await rowOf('waits its turn').waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'ios-app' });
    await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor();
    expect(new URL(page.url()).searchParams.get('owner')).toMatch(/^user:us_/);
  });

  it.each([
    ['from=yesterday', 'from must be an ISO 8601 timestamp, not "yesterday"', 'Time', 'between'],
    ['time=3d', 'not "3d"', 'Time', '3d'],
    ['state=nonsense', 'state must be one or more of queued', 'State', 'nonsense'],
  ])(
    '[console.jobs-filters-told] are not shown for ?%s, and the page says why',
    async (query, reported, field, value) => {
      const { page } = stage;
      await enter(stage, page, `/console/jobs?${query}`);
      await page.getByText(reported).waitFor();
      expect(await page.getByRole('combobox', { name: field }).inputValue()).toBe(value);
      expect(await page.getByRole('row').count()).toBe(0);
    },
  );
});

/** Adds an account that serves every model; returns its id. */
async function addAccount(settings: { readonly label: string; [name: string]: unknown }) {
  const body = { families: ['*'], secret: settings.label, ...settings };
  const response = z.object({ account: z.object({ id: z.string() }) });
  return response.parse(await askAdmin(stage, 'POST', 'accounts', body)).account.id;
}

/** Resolves when the first probe of an account has read its balance. */
async function untilProbed(id: string): Promise<void> {
  const accounts = z.object({
    data: z.array(z.object({ id: z.string(), credits: z.number().nullable() })),
  });
  const creditsOf = async () =>
    accounts
      .parse(await askAdmin(stage, 'GET', 'accounts'))
      .data.find((account) => account.id === id)?.credits;
  await expect.poll(creditsOf).toEqual(expect.any(Number));
}

describe('in Chinese', () => {
  it('[console.jobs-words] jobs and their timeline are told in it throughout', async () => {
    const { page, complaints } = await stage.welcome({ language: 'zh-CN' });
    await enter(stage, page, '/console/jobs?q=loses');
    await page.getByRole('row').filter({ hasText: '失败' }).click();
    await drawer(page)
      .getByText(/^被 .* 拒绝：登录失效$/)
      .first()
      .waitFor();
    await drawer(page).getByText('执行者：调用方').waitFor();
    await drawer(page).getByText('释放 8').first().waitFor();
    const english = /\b(?:by|held|spent|released|account|upstream|nothing)\b/i;
    expect((await drawer(page).getByRole('list').first().innerText()).match(english)).toBeNull();
    await page.goto(`${stage.gateway.url}/console/audit-log`);
    await page.getByRole('row').filter({ hasText: '登录' }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
