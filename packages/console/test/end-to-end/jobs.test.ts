import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers } from '../support/visitor.ts';
import { propertyOf } from '../support/workbench-acts.ts';

const stage = setStage();
const { rowOf, drawer, step, untilState } = jobsPageOf(stage);

describe('jobs', () => {
  it('[console.jobs-list] explain themselves while there are none yet', {
    tags: 'long',
  }, async () => {
    await enter(stage, stage.page, '/console/jobs');
    await stage.page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await stage.page.getByRole('link', { name: 'Open the workbench' }).waitFor();
    await stage.page.goto(`${stage.gateway.url}/console/jobs?state=failed`);
    await stage.page.getByRole('heading', { name: 'No job fits these filters' }).waitFor();
    await stage.page.getByRole('button', { name: 'Clear filters' }).last().click();
    await stage.page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    expect(new URL(stage.page.url()).search).toBe('');
    expect(stage.visitor.complaints).toEqual([]);
  });

  it('[console.overview-first] lead to the workbench from the overview while there are none yet', {
    tags: 'long',
  }, async () => {
    const { page } = stage;
    await enter(stage, page, '/console/overview');
    await page.getByRole('heading', { name: 'Nothing has been made yet' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Make the first video' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await submitJob(stage, 'the very first');
    await page.goto(`${stage.gateway.url}/console/overview`);
    await page.getByText('Credits spent today').waitFor();
    const teaching = page.getByRole('heading', { name: 'Nothing has been made yet' });
    await expect.poll(() => teaching.count()).toBe(0);
  });

  it('[console.jobs-list][console.jobs-video] of every caller appear by themselves, and a completed one plays', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'a lighthouse for everybody');
    await rowOf('a lighthouse for everybody').getByText('Completed').waitFor();
    await rowOf('a lighthouse for everybody').getByText('Administrator').waitFor();
    await rowOf('a lighthouse for everybody').click();
    const video = drawer().getByLabel('The video of this job');
    await expect.poll(() => propertyOf(video, 'readyState')).toBeGreaterThanOrEqual(1);
    expect(await propertyOf(video, 'duration')).toBeCloseTo(4, 0);
    await step('Completed: our copy is on disk').getByText('8 spent').waitFor();
    await step('Receipt: the upstream accepted it')
      .getByText(/^Account /)
      .waitFor();
    await step(/^Account chosen/)
      .getByText(`${id}.1`)
      .waitFor();
    await drawer().getByText('receipt kept').waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-timeline][console.jobs-filters][console.jobs-reason] that failed tell each refusal and where the money went', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'refused by everybody [[mock:refuse=401]]');
    await untilState(id, 'failed');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
    await page.getByRole('searchbox', { name: 'Words of the prompt' }).fill('EVERYBODY');
    await rowOf('refused by everybody').getByText('logins lost').waitFor();
    await rowOf('refused by everybody').getByText('2', { exact: true }).waitFor();
    await rowOf('a lighthouse').waitFor({ state: 'detached' });
    await rowOf('refused by everybody').focus();
    await page.keyboard.press('Enter');
    const refusals = step(/^Refused by .*: login lost/);
    await refusals.first().getByText('8 released').waitFor();
    expect(await refusals.count()).toBe(2);
    await refusals.first().getByText('now: nothing of this job left in it').waitFor();
    await refusals.last().getByText('Owner’s quota').waitFor();
    await refusals
      .last()
      .getByText('The job failed: Every account that was tried has lost its login.')
      .waitFor();
    await step(/^Accepted/)
      .getByText('by caller')
      .waitFor();
    await step(/^Account chosen/)
      .first()
      .getByText('by runner')
      .waitFor();
    await step(/^Account chosen/)
      .last()
      .getByText('refused this job before')
      .waitFor();
    const address = page.url();
    expect(new URL(address).searchParams.get('job')).toBe(id);
    await page.reload();
    await refusals.first().waitFor();
    await drawer().getByRole('link', { name: 'Its requests in the log' }).click();
    await page.waitForURL(/request-logs/);
    await page.goBack();
    await refusals.first().waitFor();
    expect(page.url()).toBe(address);
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-waiting][console.jobs-timeline] that wait say for each account why, and go on when an operator acts', {
    tags: 'long',
  }, async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    for (const { id } of await accountsOf(stage))
      await askAdmin(stage, 'PATCH', `accounts/${id}`, { enabled: false });
    const [lost, healthy] = [
      await addAccount({ label: 'lost', concurrency: 1 }),
      await addAccount({ label: 'healthy', concurrency: 1 }),
    ];
    await addAccount({ label: 'poor', credits: 3 });
    // Probed just now: the next probe, which would find the login again, is a minute away.
    await untilProbed(lost);
    const refused = await submitJob(stage, 'loses a login [[mock:refuse=401]]', lost);
    await untilState(refused, 'failed');
    const first = await submitJob(stage, 'takes the only slot [[mock:run=3600s]]');
    await untilState(first, 'polling');
    await submitJob(stage, 'waits its turn');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Waiting for an account');
    await rowOf('waits its turn').click();
    const notice = drawer().locator('section').filter({ hasText: 'Why is it waiting?' });
    await notice.getByText('lost: login lost').waitFor();
    await notice.getByText('healthy: no free slot (1 of 1 slots taken)').waitFor();
    await notice.getByText('poor: not enough credits').waitFor();
    await notice.getByText('3 credits free').waitFor();
    await step('Waiting: no account can take it now').getByText('no free slot').waitFor();
    await drawer().getByRole('button', { name: 'Check now' }).click();
    await drawer()
      .getByText(/There was nothing to ask the upstream/)
      .waitFor();
    await askAdmin(stage, 'PATCH', `accounts/${healthy}`, { concurrency: 8 });
    await step('Account chosen: healthy').waitFor();
    await notice.waitFor({ state: 'detached' });
    await drawer().getByLabel('The video of this job').waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-filters] are found by owner, model, account and time', {
    tags: 'long',
  }, async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs?time=24h');
    await rowOf('waits its turn').waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).fill('service');
    await page.getByRole('heading', { name: 'No job fits these filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).fill('admin');
    await page.getByRole('combobox', { name: 'Model' }).fill('vidA-fast-4s-16x9-720p');
    await rowOf('waits its turn').waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('poor');
    await page.getByRole('heading', { name: 'No job fits these filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('Any account');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Between…');
    await page.getByLabel('Until').fill('2020-01-01T00:00');
    await page.getByRole('heading', { name: 'No job fits these filters' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      time: 'between',
      until: '2020-01-01T00:00',
      owner: 'admin',
      model: 'vidA-fast-4s-16x9-720p',
    });
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Owner' }).inputValue()).toBe('admin');
  });

  it('[console.jobs-list] are read on as the table is scrolled, and only those in sight exist', {
    tags: 'long',
  }, async () => {
    const { page } = stage;
    await enter(stage, page, '/console/models');
    const list: unknown = await askAdmin(stage, 'GET', 'jobs?limit=1');
    await page.route('**/api/v1/admin/jobs*', (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      return route.fulfill({ json: pageBelow(list, Number(cursor ?? 700)) });
    });
    await page.goto(`${stage.gateway.url}/console/jobs`);
    await page.getByText('number 699,').waitFor();
    await page.getByRole('row').nth(1).focus();
    const focused = page.locator('[role="row"]:focus');
    for (const read of [100, 150, 200]) {
      await page.keyboard.press('End');
      await focused.filter({ hasText: `number ${700 - read + 50},` }).waitFor();
      await page.getByText(`${read} jobs read; scroll for more`).waitFor();
    }
    expect(await page.getByRole('row').count()).toBeLessThan(50);
    await page.keyboard.press('Home');
    await focused.filter({ hasText: 'number 699,' }).waitFor();
  });
});

/** Adds an account that serves every model; returns its id. */
async function addAccount(settings: { readonly label: string; [name: string]: unknown }) {
  const body = { families: ['*'], secret: settings.label, ...settings };
  const response = z.object({ account: z.object({ id: z.string() }) });
  return response.parse(await askAdmin(stage, 'POST', 'accounts', body)).account.id;
}

/** Returns when the first probe of an account has read its balance. */
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

/** Fifty jobs older than a number, each like the one given. */
function pageBelow(list: unknown, below: number): object {
  const { data } = z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(list);
  const numbers = Array.from({ length: Math.min(50, below) }, (_, index) => below - 1 - index);
  const last = numbers.at(-1) ?? 0;
  return {
    data: numbers.flatMap((number) =>
      data.map((job) => ({ ...job, id: `ui-${number}`, prompt: `number ${number}, of many` })),
    ),
    next_cursor: last === 0 ? null : String(last),
  };
}

describe('in Chinese', () => {
  it('[console.jobs-words] jobs and their timeline are told in it throughout', {
    tags: 'long',
  }, async () => {
    const { page, complaints } = await stage.welcome({ language: 'zh-CN' });
    await enter(stage, page, '/console/jobs?q=refused');
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
