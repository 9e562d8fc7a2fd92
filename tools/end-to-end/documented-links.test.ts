import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './scratch-folder.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/*.md'], {
  cwd: projectRoot,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});

/** A heading's anchor: lower case, spaces as dashes, without signs. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

function problemOf(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  const file = resolve(projectRoot, target);
  if (!existsSync(file)) return `${document}: ${link} is not there`;
  if (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)) return;
  return `${document}: ${link} names no heading`;
}

it('every link between the documents leads somewhere', () => {
  const links = documents.flatMap((document) =>
    [
      ...readFileSync(join(projectRoot, document), 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g),
    ].map(([, link = '']) => ({ document, link })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.flatMap(({ document, link }) => problemOf(document, link) ?? [])).toEqual([]);
});
