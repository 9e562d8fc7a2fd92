import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, stateOf, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { figuresOf } from '../support/figures.ts';
import { askAgainUntil } from '../support/own-time.ts';
import { recordPast } from '../support/record-past.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers } from '../support/visitor.ts';
import { propertyOf } from '../support/workbench-acts.ts';

/** Common paths on the pages about jobs; the other files cover the rest of each page. */
const stage = setStage({}, (dataDirectory) => recordPast(dataDirectory, 1));

// Polls run only when a story advances the clock.
beforeEach(() => stage.page.clock.install());

const { rowOf, drawer, step, untilState } = jobsPageOf(stage);
const { plot, tile, choose } = figuresOf(stage);

describe('jobs', () => {
  it('[console.jobs-list][console.jobs-video] of every caller appear by themselves, and a completed one plays', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'a lighthouse for everybody');
    await askAgainUntil(rowOf('a lighthouse for everybody').getByText('Completed'));
    await rowOf('a lighthouse for everybody').getByText('Administrator').waitFor();
    await rowOf('a lighthouse for everybody').click();
    const video = drawer().getByLabel('Video of this job');
    await expect.poll(() => propertyOf(video, 'readyState')).toBeGreaterThanOrEqual(1);
    expect(await propertyOf(video, 'duration')).toBeCloseTo(4, 0);
    await step('Completed: video stored').getByText('8 spent').waitFor();
    await step('Accepted by the provider')
      .getByText(/^Account /)
      .waitFor();
    await step(/^Account chosen/)
      .getByText(`${id}.1`)
      .waitFor();
    await drawer().getByText('receipt stored').waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the overview', () => {
  it('[console.overview][console.clean] says how the gateway does, and leads to what needs a decision', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/overview');
    await tile('Unknown outcomes').getByText('none').waitFor();
    await tile('Version')
      .getByText(/^\d+\.\d+\.\d+$/)
      .waitFor();
    await tile('Version')
      .getByText(/Store sqlite: response time \d+ ms/)
      .waitFor();
    await tile('Slots in use').getByText('0 / 16').waitFor();
    await tile('Credits spent today')
      .getByText(/Since midnight UTC/)
      .waitFor();
    await tile('Disk used').getByText(/free/).waitFor();
    const id = await submitJob(stage, 'nobody knows [[mock:lost-response]]');
    await expect.poll(() => stateOf(stage, id)).toBe('outcome_unknown');
    await askAgainUntil(page.getByText('1 job needs your decision'));
    await tile('Unknown outcomes').getByText('1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show jobs' }).click();
    await page.getByRole('row').filter({ hasText: 'nobody knows' }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=outcome_unknown');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.plots-for-everybody] can be walked through by keys, says what it comes to, and opens as a table', async () => {
    const { page } = stage;
    // The page's clock is fixed, so that the first point stays the first: a new one is added every ten minutes.
    await page.clock.setFixedTime(new Date());
    await enter(stage, page, '/console/overview?range=24h');
    const requests = plot('Requests per 10 minutes');
    await requests.focus();
    await page.keyboard.press('Home');
    const first = await requests.innerText();
    expect(first).toMatch(/No server error: \d+/);
    expect(first).toMatch(/Server error \(5xx\): \d+/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => requests.innerText()).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => requests.innerText()).toBe(first);
    await page.keyboard.press('Escape');
    await expect.poll(() => requests.innerText()).toBe('');
    const hint = await requests.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${hint}"]`).textContent()).toMatch(
      /arrow keys.*No server error: latest [\d,]+, highest [\d,]+ at .+\./,
    );
    const figure = page.locator('figure').filter({ has: requests });
    await figure.getByText('Show as table').focus();
    await page.keyboard.press('Enter');
    await figure.getByRole('columnheader', { name: 'No server error' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe('an unknown outcome', () => {
  it('[console.jobs-ruling][console.audit-log] whose outcome is unknown are checked and resolved, on the record', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'lost on the way [[mock:lost-response]]');
    await untilState(id, 'outcome_unknown');
    await askAgainUntil(rowOf('lost on the way'));
    await rowOf('lost on the way').click();
    await step('Response lost').getByText('on hold 8').first().waitFor();
    await drawer().getByRole('button', { name: 'Check now' }).click();
    await drawer()
      .getByText(/still says "Outcome unknown"/)
      .waitFor();
    expect(
      await drawer()
        .getByRole('button', { name: /again$|retry|resubmit/i })
        .count(),
    ).toBe(1);
    await drawer().getByText('Nothing is sent again for this job').waitFor();
    await drawer().getByRole('radio', { name: 'Not charged' }).check();
    await drawer()
      .getByText(/8 credits are released/)
      .waitFor();
    expect(await drawer().getByRole('button', { name: 'Resolve' }).isDisabled()).toBe(true);
    await drawer()
      .getByRole('textbox', { name: /Evidence/ })
      .fill('not on the bill of May');
    await drawer().getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/This cannot be undone/).waitFor();
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await drawer().getByText('Resolved. The cost is settled').waitFor();
    const resolved = step('Resolved by an operator: not charged');
    await resolved.getByText('by operator admin').waitFor();
    await resolved.getByText('not on the bill of May').waitFor();
    expect(await resolved.getByText('8 released').count()).toBe(2);
    await drawer().getByRole('link', { name: 'Operator actions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const entry = page.getByRole('row').filter({ hasText: 'Outcome resolved' });
    await entry.getByText('not on the bill of May').waitFor();
    expect(await entry.locator('del').allTextContents()).toEqual(['outcome_unknown']);
    await entry.getByRole('link', { name: id }).click();
    await resolved.waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

describe('long lists', () => {
  it('[console.jobs-list] are read on as the table is scrolled, and only those in sight exist', async () => {
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
      await page.getByText(`Showing ${read}; scroll for more`).waitFor();
    }
    expect(await page.getByRole('row').count()).toBeLessThan(50);
    await page.keyboard.press('Home');
    await focused.filter({ hasText: 'number 699,' }).waitFor();
  });
});

describe('the audit log', () => {
  it('[console.audit-log] tells each change as old and new, filters, and leads to what was changed', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/audit-log');
    const [account] = await accountsOf(stage);
    if (account === undefined) throw new Error('there are accounts');
    await askAdmin(stage, 'PATCH', `accounts/${account.id}`, { concurrency: 5, secret: 'canary' });
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Accounts');
    await page.getByRole('searchbox', { name: 'Target ID' }).fill(account.id);
    const entry = page
      .getByRole('row')
      .filter({ hasText: 'Account changed' })
      .filter({ has: page.locator('ins').getByText('changed', { exact: true }) });
    await entry.getByText('concurrency').waitFor();
    expect(await entry.locator('ins').allTextContents()).toEqual(
      expect.arrayContaining(['5', 'changed']),
    );
    expect(await page.getByText('canary').count()).toBe(0);
    await page.getByRole('row').filter({ hasText: 'Logged in' }).waitFor({ state: 'detached' });
    await page.reload();
    await entry.waitFor();
    await page.getByRole('textbox', { name: 'User' }).fill('nobody');
    await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await entry.getByRole('link', { name: account.id }).click();
    await page.waitForURL(`**/console/accounts?account=${account.id}`);
    expect(visitor.complaints).toEqual([]);
  });
});

// By now the gateway has sampled its slots at least once.
describe('the capacity page', () => {
  it('[console.capacity][console.clean] shows slots over time and now, by family and by account, and in words why jobs wait', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/capacity');
    await page.getByRole('heading', { name: 'No waiting jobs' }).waitFor();
    const [one, two] = await accountsOf(stage);
    await askAdmin(stage, 'PATCH', `accounts/${one?.id}`, { concurrency: 1 });
    await askAdmin(stage, 'PATCH', `accounts/${two?.id}`, { enabled: false });
    await submitJob(stage, 'the first [[mock:run=3600s]]');
    await submitJob(stage, 'the second');
    const why = page.getByRole('region', { name: 'Waiting jobs' });
    await askAgainUntil(why.getByText(/^vidA-fast: \d jobs? waiting,/));
    await why.getByText(`${one?.label}: no free slot`).waitFor();
    await why.getByText(`${two?.label}: paused by an operator`).waitFor();
    await page.getByRole('region', { name: 'Now' }).getByText('Paused 1').waitFor();
    await choose('By account');
    await askAgainUntil(plot('Slots in use by account'));
    expect(new URL(page.url()).search).toBe('?by=account');
    await page
      .getByRole('list', { name: 'Accounts' })
      .getByRole('listitem')
      .filter({ hasText: one?.label ?? 'none' })
      .getByText('1 of 1 slots in use')
      .waitFor();
    for (const label of ['Slots', 'Peak queue length', 'Queue time']) await plot(label).waitFor();
    await why.getByRole('link', { name: 'Go to accounts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    await page.goBack();
    await plot('Slots in use by account').waitFor();
    expect(visitor.complaints).toEqual([]);
    // The stories after this one need two accounts with free slots.
    await askAdmin(stage, 'PATCH', `accounts/${one?.id}`, { concurrency: 8 });
    await askAdmin(stage, 'PATCH', `accounts/${two?.id}`, { enabled: true });
  });
});

describe('a job that failed', () => {
  it('[console.jobs-timeline][console.jobs-filters][console.jobs-reason] that failed tell each refusal and where the money went', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'refused by everybody [[mock:refuse=401]]');
    await untilState(id, 'failed');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('EVERYBODY');
    await rowOf('refused by everybody').getByText('login lost').waitFor();
    await rowOf('refused by everybody').getByText('2', { exact: true }).waitFor();
    await rowOf('a lighthouse').waitFor({ state: 'detached' });
    await rowOf('refused by everybody').focus();
    await page.keyboard.press('Enter');
    const refusals = step(/^Refused by .*: login lost/);
    await refusals.first().getByText('8 released').waitFor();
    expect(await refusals.count()).toBe(2);
    await refusals.first().getByText('now: nothing of this job').waitFor();
    await refusals.last().getByText('Owner’s quota').waitFor();
    await refusals
      .last()
      .getByText('Job failed: All accounts tried have lost their login.')
      .waitFor();
    await step(/^Accepted/)
      .getByText('by the caller')
      .waitFor();
    await step(/^Account chosen/)
      .first()
      .getByText('by the gateway')
      .waitFor();
    await step(/^Account chosen/)
      .last()
      .getByText('refused this job earlier')
      .waitFor();
    const address = page.url();
    expect(new URL(address).searchParams.get('job')).toBe(id);
    await page.reload();
    await refusals.first().waitFor();
    await drawer().getByRole('link', { name: 'Requests' }).click();
    await page.waitForURL(/request-logs/);
    await page.goBack();
    await refusals.first().waitFor();
    expect(page.url()).toBe(address);
    expect(visitor.complaints).toEqual([]);
  });
});

/** Fifty jobs with numbers below the given one, copied from the given job. */
function pageBelow(list: unknown, below: number): object {
  const { data } = z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(list);
  const numbers = Array.from({ length: Math.min(50, below) }, (_, index) => below - 1 - index);
  const last = numbers.at(-1) ?? 0;
  return {
    data: numbers.flatMap((number) =>
      data.map((job) => ({ ...job, id: `ui-${number}`, prompt: `number ${number}, of many` })),
    ),
    unreadable: [],
    next_cursor: last === 0 ? null : String(last),
  };
}
