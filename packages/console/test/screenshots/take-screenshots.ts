import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Look, newVisitor, openWorkbench } from '../support/visitor.ts';
import {
  labelsOf,
  openPictured,
  pictureFolder,
  type PictureRecord,
  sha256Of,
  writePictureRecord,
} from './picture-record.ts';
import { openPicturedGateway } from './pictured-gateway.ts';
import { picturedPages } from './pictured-pages.ts';

/**
 * Takes the pictures of README and documents into docs/images, in light and dark:
 * npm run screenshots -w @filmgate/console
 *
 * To look at every page, in light, dark, narrow and Chinese: … -- --review FOLDER [PAGE …]
 */

interface NamedLook extends Look {
  readonly name: string;
}

const schemes: readonly NamedLook[] = [
  { name: 'light', scheme: 'light' },
  { name: 'dark', scheme: 'dark' },
];
const narrow = { width: 390, height: 844 };
const looks: readonly NamedLook[] = [
  ...schemes,
  { name: 'narrow', ...narrow },
  { name: 'chinese', language: 'zh-CN' },
  { name: 'chinese-dark', language: 'zh-CN', scheme: 'dark' },
  { name: 'chinese-narrow', language: 'zh-CN', ...narrow },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { review: { type: 'string' } },
});
const { review } = values;
const pages = picturedPages.filter(({ name, isShown }) =>
  review === undefined ? isShown === true : positionals.length === 0 || positionals.includes(name),
);
const output = review ?? pictureFolder;
const record: PictureRecord = {};
mkdirSync(output, { recursive: true });
const opened = await openPicturedGateway();
try {
  for (const look of review === undefined ? schemes : looks) {
    const visitor = await newVisitor(opened.browser, look);
    await openWorkbench(visitor.page, opened.gateway);
    for (const page of pages) {
      const file = `${page.name}-${look.name}.png`;
      if (page.name === 'login') await visitor.context.clearCookies();
      await openPictured(visitor.page, page, { ...opened, isEnglish: look.language === undefined });
      await visitor.page.waitForTimeout(1_000);
      await visitor.page.screenshot({ path: join(output, file) });
      process.stdout.write(`${file}\n`);
      if (page.name === 'login') await openWorkbench(visitor.page, opened.gateway);
      if (review !== undefined) continue;
      const { sha256 } = (record[page.name] ??= { sha256: {}, labels: [] });
      sha256[file] = sha256Of(file);
      record[page.name] = { sha256, labels: [...(await labelsOf(visitor.page))] };
    }
    await visitor.context.close();
  }
  if (review === undefined) writePictureRecord(record);
} finally {
  await opened.close();
}
