import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitTables, withLimitTables } from './limit-tables.ts';
import { readConstant } from './read-constant.ts';

const root = resolve(import.meta.dirname, '../../..');
const file = resolve(root, 'docs/limits.md');

describe('docs/limits.md', () => {
  it('has the limits of the code; `npx vitest run tools/docs/limits -u` rewrites its tables', async () => {
    await expect(withLimitTables(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
  });

  it('has every setting that bounds callers', () => {
    const path = 'packages/server/src/settings/declared/limits-settings.ts';
    const declared = readFileSync(resolve(root, path), 'utf8').match(/FILMGATE_\w+(?=: \{)/g) ?? [];
    const listed = Object.values(limitTables).flatMap((limits) => limits.map(({ setBy }) => setBy));
    expect(declared.length).toBeGreaterThan(5);
    expect(declared.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(['', '<!-- limits body -->\n<!-- end of limits -->'])(
    'is refused without its tables: %j',
    (document) => {
      expect(() => withLimitTables(document)).toThrow('the document lacks: ');
    },
  );

  it('is refused with a table that is not known', () => {
    const more = '<!-- limits other -->\n<!-- end of limits -->';
    const document = `${readFileSync(file, 'utf8')}\n${more}`;
    expect(() => withLimitTables(document)).toThrow('there are no limits of other');
  });
});

describe('a constant', () => {
  it('is read with its arithmetic, through objects, calls and imports', () => {
    const http = 'packages/http-adapter/src';
    expect(readConstant(`${http}/http/data-url.ts`, 'mostBesideDataUrls')).toBe(4_194_304);
    expect(readConstant(`${http}/http/json-body.ts`, 'jsonBounds.bytesBesideDataUrls')).toBe(
      4_194_304,
    );
    expect(
      readConstant(`${http}/video-task-api/tasks/task-request.ts`, 'createTaskBody.images.max()'),
    ).toBe(9);
  });

  it.each(['noSuchName', 'jsonBounds.noSuchName', 'jsonBounds', 'jsonBounds.values.max()'])(
    'that is not a number is an error: %s',
    (name) => {
      const path = 'packages/http-adapter/src/http/json-body.ts';
      expect(() => readConstant(path, name)).toThrow(`${path} declares no number ${name}`);
    },
  );
});
