import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';

const stage = setStage();
const { rowOf, drawer, step, untilState } = jobsPageOf(stage);

describe('jobs', () => {
  it('[console.jobs-ruling][console.audit-log] whose outcome is unknown are checked and resolved, on the record', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'lost on the way [[mock:lost-response]]');
    await untilState(id, 'outcome_unknown');
    await rowOf('lost on the way').click();
    await step('The response was lost').getByText('held 8').first().waitFor();
    await drawer().getByRole('button', { name: 'Check now' }).click();
    await drawer()
      .getByText(/the job is Outcome unknown/)
      .waitFor();
    expect(
      await drawer()
        .getByRole('button', { name: /again$|retry|resubmit/i })
        .count(),
    ).toBe(1);
    await drawer().getByText('nothing is sent again for this job').waitFor();
    await drawer().getByRole('radio', { name: 'It was not charged' }).check();
    await drawer()
      .getByText(/What is held is released: 8 credits/)
      .waitFor();
    expect(await drawer().getByRole('button', { name: 'Resolve' }).isDisabled()).toBe(true);
    await drawer()
      .getByRole('textbox', { name: /On what evidence/ })
      .fill('not on the bill of May');
    await drawer().getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/This cannot be taken back/).waitFor();
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await drawer().getByText('Resolved. The money is settled').waitFor();
    const resolved = step('Resolved by an operator: not charged');
    await resolved.getByText('by operator admin').waitFor();
    await resolved.getByText('not on the bill of May').waitFor();
    expect(await resolved.getByText('8 released').count()).toBe(2);
    await drawer().getByRole('link', { name: 'What people did to it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const entry = page.getByRole('row').filter({ hasText: 'Outcome resolved' });
    await entry.getByText('not on the bill of May').waitFor();
    expect(await entry.locator('del').allTextContents()).toEqual(['outcome_unknown']);
    await entry.getByRole('link', { name: id }).click();
    await resolved.waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-ruling] that another operator resolved meanwhile explain why this resolution did not count', {
    tags: 'long',
  }, async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'resolved by two [[mock:lost-response]]');
    await untilState(id, 'outcome_unknown');
    await page.goto(`${stage.gateway.url}/console/jobs?job=${id}`);
    const asItStood = await page.request.get(`${stage.gateway.url}/api/v1/admin/jobs/${id}`);
    const body = await asItStood.body();
    // What this person still sees while the other one is quicker.
    await page.route(`**/api/v1/admin/jobs/${id}`, (route) =>
      route.fulfill({ body, contentType: 'application/json' }),
    );
    await drawer().getByRole('radio', { name: 'It was charged' }).check();
    await drawer()
      .getByRole('textbox', { name: /On what evidence/ })
      .fill('line 7 of the bill');
    await drawer().getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/This cannot be taken back/).waitFor();
    await askAdmin(stage, 'POST', `jobs/${id}/resolve`, { outcome: 'not_charged', note: 'first' });
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await drawer().getByText('Only the first resolution counts').waitFor();
    await page.unroute(`**/api/v1/admin/jobs/${id}`);
    await step('Resolved by an operator: not charged').getByText('first').waitFor();
  });
});

describe('the audit log', () => {
  it('[console.audit-log] tells each change as old and new, filters, and leads to what was changed', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/audit-log');
    const [account] = await accountsOf(stage);
    if (account === undefined) throw new Error('there are accounts');
    await askAdmin(stage, 'PATCH', `accounts/${account.id}`, { concurrency: 5, secret: 'canary' });
    await page.getByRole('combobox', { name: 'What' }).selectOption('Accounts');
    await page.getByRole('searchbox', { name: 'Id of what was changed' }).fill(account.id);
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
    await page.getByRole('textbox', { name: 'Who' }).fill('nobody');
    await page.getByRole('heading', { name: 'No entry fits these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await entry.getByRole('link', { name: account.id }).click();
    await page.waitForURL(`**/console/accounts?account=${account.id}`);
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.audit-log] is read on as it is scrolled', { tags: 'long' }, async () => {
    const { page } = stage;
    await enter(stage, page, '/console/audit-log');
    const { id } = z
      .object({ api_user: z.object({ id: z.string() }) })
      .parse(await askAdmin(stage, 'POST', 'api-users', { name: 'Many changes' })).api_user;
    for (let limit = 1; limit <= 60; limit += 1)
      await askAdmin(stage, 'PATCH', `api-users/${id}`, { total_limit: limit });
    await page.goto(`${stage.gateway.url}/console/audit-log?target=${id}`);
    await page.getByRole('row').filter({ hasText: 'API user changed' }).first().waitFor();
    const table = page.getByRole('table', { name: 'Changes, newest first' });
    await table.hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return page.getByRole('row').filter({ hasText: 'API user created' }).count();
      })
      .toBe(1);
    expect(await page.getByRole('row').count()).toBeLessThan(50);
  });
});

describe.each([
  { scheme: 'light', width: 1360 },
  { scheme: 'dark', width: 1360 },
  { scheme: 'dark', width: 390 },
] as const)('in the $scheme scheme, $width pixels wide', (look) => {
  it('[console.jobs-accessible] jobs and audit log have no barriers, nor move sideways', {
    tags: 'long',
  }, async () => {
    const { page, complaints } = await stage.welcome({ ...look, height: 844 });
    await enter(stage, page, '/console/jobs');
    // Three lost responses in a row with none between would shut the provider's circuit.
    await untilState(await submitJob(stage, 'answered in between'), 'completed');
    const id = await submitJob(stage, 'unknown to all [[mock:lost-response]]');
    await untilState(id, 'outcome_unknown');
    const visit = async (path: string, there: Locator): Promise<void> => {
      await page.goto(`${stage.gateway.url}${path}`);
      await there.first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    };
    await visit('/console/jobs', page.getByRole('row').filter({ hasText: 'unknown to all' }));
    await visit(`/console/jobs?job=${id}`, drawer(page).getByText('The response was lost'));
    await visit('/console/audit-log', page.getByRole('row').filter({ hasText: 'Logged in' }));
    expect(complaints).toEqual([]);
  });
});
