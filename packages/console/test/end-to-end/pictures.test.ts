import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  labelsOf,
  openPictured,
  pictureFolder,
  readPictureRecord,
  sha256Of,
} from '../screenshots/picture-record.ts';
import { openPicturedGateway } from '../screenshots/pictured-gateway.ts';
import { picturedPages } from '../screenshots/pictured-pages.ts';
import { newVisitor, openWorkbench } from '../support/visitor.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const shown = picturedPages.filter(({ isShown }) => isShown);
/** The way to mend what fails here. */
const command = 'npm run screenshots -w @filmgate/console';

/** Pictures that documents show in a color scheme, by the names of their files. */
function picturesIn(attribute: 'src' | 'srcset'): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of globSync(['README.md', 'packages/*/README.md', 'docs/**/*.md'], { cwd: root }))
    for (const [, link = ''] of readFileSync(resolve(root, path), 'utf8').matchAll(
      new RegExp(`<(?:img|source)[^>]* ${attribute}="([^"]+)"`, 'g'),
    ))
      found.add(relative(pictureFolder, resolve(root, dirname(path), link)));
  return found;
}

it('[docs.pictures] every picture is shown by a document, in light and dark, and is the one that was recorded', () => {
  const pictures = shown.flatMap(({ name }) => [`${name}-dark.png`, `${name}-light.png`]);
  expect(readdirSync(pictureFolder).toSorted()).toEqual([...pictures, 'pictures.json'].toSorted());
  expect([...picturesIn('src')].toSorted()).toEqual(
    shown.map(({ name }) => `${name}-light.png`).toSorted(),
  );
  expect([...picturesIn('srcset')].toSorted()).toEqual(
    shown.map(({ name }) => `${name}-dark.png`).toSorted(),
  );
  const recorded = Object.values(readPictureRecord()).flatMap(({ sha256 }) =>
    Object.entries(sha256),
  );
  expect(Object.fromEntries(recorded), command).toEqual(
    Object.fromEntries(pictures.map((picture) => [picture, sha256Of(picture)])),
  );
});

it('[docs.pictures] a picture is no older than the labels of its page', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const recorded = readPictureRecord();
  const opened = await openPicturedGateway();
  try {
    const { page } = await newVisitor(opened.browser);
    await openWorkbench(page, opened.gateway);
    for (const pictured of shown) {
      await openPictured(page, pictured, opened);
      expect(await labelsOf(page), `${pictured.name}: ${command}`).toEqual(
        recorded[pictured.name]?.labels,
      );
    }
  } finally {
    await opened.close();
  }
});
