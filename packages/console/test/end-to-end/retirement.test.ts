/** @module-tag long */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCatalog, type ModelRetirement } from '@filmgate/core';
import { expect, it } from 'vitest';
import { enter } from '../support/job-acts.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';

const dayMs = 86_400_000;
const soon = { retiresAt: new Date(Date.now() + 10.5 * dayMs).toISOString(), replacedBy: null };
const past = { retiresAt: new Date(Date.now() - 3.5 * dayMs).toISOString(), replacedBy: 'vidA' };
const ends = new Map<string, ModelRetirement>([
  ['vidC-25', soon],
  ['vidA-fast', past],
]);

/** Read when the gateway starts. */
const env: Record<string, string> = {};
const stage = setStage(env, async (dataDirectory) => {
  const families = defaultCatalog.families.map((family) => {
    const retirement = ends.get(family.id);
    return retirement === undefined ? family : { ...family, retirement };
  });
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'catalog.json');
  await writeFile(file, JSON.stringify({ families, aliases: defaultCatalog.aliases }));
  env['FILMGATE_CATALOG_FILE'] = file;
});

it('[models.retirement.announced] the overview names models that end soon or have ended, and the models page says when', async () => {
  for (const width of [1280, 390]) {
    const { page } = await stage.welcome({ width });
    await enter(stage, page, '/console/overview');
    const notice = page.getByRole('status').filter({ hasText: '2 models are being retired' });
    await notice.getByText('vidC-25 retires in 10 days.').waitFor();
    await notice
      .getByText('vidA-fast retired 3 days ago and is refused. Successor: vidA.')
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await enter(stage, page, '/console/models');
    const card = page.getByRole('article', { name: 'vidA-fast' });
    await card.getByText(/; successor vidA$/).waitFor();
  }
});
