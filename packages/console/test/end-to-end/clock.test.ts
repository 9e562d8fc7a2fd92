/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { askAdmin, enter } from '../support/job-acts.ts';
import { runServerProgram } from '../support/server-program.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers } from '../support/visitor.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The gateway was off for a week. */
const stage = setStage({}, async (dataDirectory) => {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  await runServerProgram('trusted-past', [join(dataDirectory, 'filmgate.db'), '7']);
});

describe('a clock that jumped', () => {
  it('[clocks.retention.told][clocks.retention.confirm] is told on every page in both languages, and confirmed by a press', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/accounts');
    await page.getByText('Clock not confirmed').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const other = await stage.welcome({ language: 'zh-CN' });
    await enter(stage, other.page, '/console/jobs');
    await other.page.getByText('时钟尚未确认').waitFor();
    await page.getByRole('button', { name: 'Confirm clock' }).click();
    await page.getByText('deleted permanently').waitFor();
    await page.getByRole('button', { name: 'Confirm clock' }).last().click();
    await page.getByText('Clock not confirmed').waitFor({ state: 'detached' });
    const response = await askAdmin(stage, 'GET', 'clock');
    expect(JSON.stringify(response)).toContain('"jump":null');
  });
});
