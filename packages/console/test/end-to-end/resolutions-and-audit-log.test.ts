/** @module-tag long */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askAdmin, enter, madeAtMock, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';

const stage = setStage();
const { drawer, step, untilState } = jobsPageOf(stage);

describe('jobs', () => {
  it('[console.jobs-ruling] that another operator resolved meanwhile explain why this resolution did not count', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'resolved by two [[mock:lost-response]]');
    await untilState(id, 'outcome_unknown');
    await page.goto(`${stage.gateway.url}/console/jobs?job=${id}`);
    const asItStood = await page.request.get(`${stage.gateway.url}/api/v1/admin/jobs/${id}`);
    const body = await asItStood.body();
    // The first person still sees this response after the second person's decision.
    await page.route(`**/api/v1/admin/jobs/${id}`, (route) =>
      route.fulfill({ body, contentType: 'application/json' }),
    );
    await drawer().getByRole('radio', { name: 'Charged', exact: true }).check();
    await drawer()
      .getByRole('textbox', { name: /Evidence/ })
      .fill('line 7 of the bill');
    await drawer().getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/This cannot be undone/).waitFor();
    await askAdmin(stage, 'POST', `jobs/${id}/resolve`, { outcome: 'not_charged', note: 'first' });
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await drawer().getByText('Your resolution had no effect').waitFor();
    await page.unroute(`**/api/v1/admin/jobs/${id}`);
    await step('Resolved by an operator: not charged').getByText('first').waitFor();
  });
});

describe('work found at the provider', () => {
  it('[console.jobs-found] is looked up, compared and taken as the job’s own', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    const id = await submitJob(stage, 'found by hand [[mock:lost-response,run=0s]]');
    await untilState(id, 'outcome_unknown');
    await page.goto(`${stage.gateway.url}/console/jobs?job=${id}`);
    await drawer().getByRole('radio', { name: 'Found at the provider' }).check();
    const field = drawer().getByRole('textbox', { name: 'Provider’s job ID' });
    const lookUp = drawer().getByRole('button', { name: 'Look up' });
    await field.fill('gen_none');
    await lookUp.click();
    await drawer()
      .getByText(/does not know this ID/)
      .waitFor();
    await field.fill(await madeAtMock(stage, 'found by hand'));
    await lookUp.click();
    await drawer()
      .getByText(/at the provider\.$/)
      .waitFor();
    await drawer()
      .getByRole('textbox', { name: /Evidence/ })
      .fill('line 7 of its list');
    await drawer().getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/This cannot be undone/).waitFor();
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await drawer().getByText('Tracking resumes, and the video is downloaded').waitFor();
    await step('Lost submission found').getByText('line 7 of its list').waitFor();
    await untilState(id, 'completed');
  });
});

describe('the audit log', () => {
  it('[console.audit-log] is read on as it is scrolled', async () => {
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
  it('[console.jobs-accessible] jobs and audit log have no barriers, nor move sideways', async () => {
    const { page, complaints } = await stage.welcome({ ...look, height: 844 });
    await enter(stage, page, '/console/jobs');
    // Three lost responses in a row would open the provider's circuit breaker.
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
    await visit(`/console/jobs?job=${id}`, drawer(page).getByText('Response lost'));
    await visit('/console/audit-log', page.getByRole('row').filter({ hasText: 'Logged in' }));
    expect(complaints).toEqual([]);
  });
});
