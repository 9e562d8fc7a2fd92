/** @module-tag long */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askAdmin, enter } from '../support/job-acts.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';

const stage = setStage({}, undefined, { returns: true });
const past = z.looseObject({ commits: z.number() });
const missing = 7;

/** The database is an older copy: its baseline is newer. */
beforeAll(async () => {
  await stage.stopGateway();
  const baseline = join(stage.dataDirectory, 'filmgate.baseline.json');
  const seen = past.parse(JSON.parse(readFileSync(baseline, 'utf8')));
  writeFileSync(baseline, JSON.stringify({ ...seen, commits: seen.commits + missing }));
  await stage.startGatewayAgain();
});

describe('a store that lost changes', () => {
  it('[restore.told] is told on every page in both languages, with what is missing and what to do', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/accounts');
    const banner = page.getByRole('status').filter({ hasText: 'The database lost changes' });
    await banner.getByText(`At least ${missing} acknowledged changes`).waitFor();
    const reported = await banner.innerText();
    expect(reported).toContain('All job processing is stopped until you decide');
    expect(reported).toContain('stop the gateway');
    expect(reported).toContain('npx filmgate store acknowledge-loss');
    expect(await banner.locator('time').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    expect(await askAdmin(stage, 'GET', 'store')).toMatchObject({
      kind: 'sqlite',
      loss: { missing_changes: missing, noticed_at: expect.stringMatching(/Z$/u) },
    });

    const other = await stage.welcome({ language: 'zh-CN', width: 390, height: 844 });
    await enter(stage, other.page, '/video');
    await other.page.getByText('数据库丢失了更改').waitFor();
    await other.page.getByText(`至少缺少 ${missing} 项`).waitFor();
    expect(await sidewaysPixels(other.page)).toBe(0);
  });
});
