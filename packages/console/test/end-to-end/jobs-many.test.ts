/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, stateOf, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';

const stage = setStage();
const { rowOf, drawer, untilState } = jobsPageOf(stage);
const auditSchema = z.object({
  data: z.array(z.object({ after: z.object({ note: z.string() }) })),
});

const bar = (page: Page = stage.page): Locator =>
  page.getByRole('group', { name: 'Act on several jobs' });
const press = (name: string | RegExp): Promise<void> =>
  drawer().getByRole('button', { name }).click();

/** Creates jobs with an unknown outcome. */
async function lose(...prompts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const prompt of prompts) {
    const id = await submitJob(stage, `${prompt} [[mock:lost-response]]`);
    await untilState(id, 'outcome_unknown');
    // Three lost responses in a row would open the provider's circuit breaker.
    await untilState(await submitJob(stage, `between, after ${prompt}`), 'completed');
    ids.push(id);
  }
  return ids;
}

describe('many jobs', () => {
  it('[console.jobs-many][console.jobs-many-money] are resolved on one piece of evidence, after their money was shown', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/jobs');
    const lost = await lose('first lost', 'second lost');
    await page.goto(`${stage.gateway.url}/console/jobs?q=lost`);
    await rowOf('second lost').first().waitFor();
    await bar().getByText('No jobs selected').waitFor();
    await bar().getByRole('checkbox', { name: 'Select all shown' }).check();
    await bar().getByText('4 jobs selected').waitFor();
    await bar().getByRole('button', { name: 'Resolve' }).click();
    await drawer().getByText('2 of 4 jobs can be resolved.').waitFor();
    await drawer().getByText('2 × outcome not unknown').waitFor();
    const money = drawer().getByRole('table', { name: 'Credits on hold by owner' });
    await money.getByRole('row', { name: 'Administrator 2 16' }).waitFor();
    await drawer().getByText('Estimated provider cost: 16 credits').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const go = drawer().getByRole('button', { name: 'Resolve 2 jobs' });
    expect(await go.isDisabled()).toBe(true);
    await drawer().getByRole('radio', { name: 'Not charged' }).check();
    await drawer().getByRole('textbox', { name: 'Evidence' }).fill('the bill');
    await go.click();
    await drawer().getByText('2 jobs resolved.').waitFor();
    await press('Close');
    await bar().getByText('No jobs selected').waitFor();
    for (const id of lost) {
      expect(await stateOf(stage, id)).toBe('failed');
      const { data } = auditSchema.parse(await askAdmin(stage, 'GET', `audit-log?target=${id}`));
      expect(data.map(({ after }) => after.note)).toEqual(['the bill']);
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.jobs-many] are selected by the keyboard, and checked', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    await lose('third');
    await page.goto(`${stage.gateway.url}/console/jobs?q=third`);
    await rowOf('third [[mock').waitFor();
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('Space');
    await bar().getByText('1 job selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await bar().getByText('2 jobs selected').waitFor();
    await page.keyboard.press('Space');
    await bar().getByText('1 job selected').waitFor();
    await page.keyboard.press('Space');
    await bar().getByRole('button', { name: 'Check at provider' }).click();
    await drawer().getByText('1 of 2 jobs can be checked.').waitFor();
    await press('Check 1 job');
    await drawer().getByText('1 job checked.').waitFor();
    await drawer().getByText('Outcome unknown').waitFor();
    await page.keyboard.press('Escape');
    await bar().getByText('No jobs selected').waitFor();
  });

  it('[console.jobs-many] that fit the filters are cancelled together, however few are shown', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/jobs');
    for (const { id } of await accountsOf(stage))
      await askAdmin(stage, 'PATCH', `accounts/${id}`, { enabled: false });
    const ids = await Promise.all(
      Array.from({ length: 55 }, (_, at) => submitJob(stage, `unsent ${at}`)),
    );
    await page.goto(
      `${stage.gateway.url}/console/jobs?q=unsent&state=awaiting_configuration,queued`,
    );
    await rowOf('unsent').first().waitFor();
    await bar().getByRole('button', { name: 'Select all matching the filters' }).click();
    await bar().getByText('All jobs matching the filters are selected').waitFor();
    await bar().getByRole('button', { name: 'Cancel jobs' }).click();
    await drawer().getByText('55 of 55 jobs can be cancelled.').waitFor();
    await press('Cancel 55 jobs');
    await drawer().getByText('55 jobs cancelled.').waitFor();
    await page
      .getByRole('heading', { name: 'No jobs match these filters', includeHidden: true })
      .waitFor();
    await press('Close');
    expect(new Set(await Promise.all(ids.map((id) => stateOf(stage, id))))).toEqual(
      new Set(['failed']),
    );
  });
});

describe.each([
  { scheme: 'light', width: 1360, language: 'en-US' },
  { scheme: 'dark', width: 390, language: 'zh-CN' },
] as const)('in the $scheme scheme, $width pixels wide', (look) => {
  it('[console.jobs-many][console.jobs-accessible] are selected and previewed without barriers, nor sideways', async () => {
    const { page, complaints } = await stage.welcome({ ...look, height: 844 });
    await enter(stage, page, '/console/jobs?q=lost');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: /^(?:Resolve|认定)$/ }).click();
    await drawer(page)
      .getByText(/not unknown|并非未知/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
