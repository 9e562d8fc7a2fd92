import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog } from '@filmgate/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { printCatalogProblems } from './catalog-problem.ts';
import { readCatalog as readWith, readCatalogFile } from './read-catalog-file.ts';
import type { ShippedCatalogs } from './shipped-catalogs.ts';

const [family] = defaultCatalog.families;
if (family === undefined) throw new Error('The default catalog is empty.');
const goodText = JSON.stringify({ families: [family], aliases: { house: 'vm_std-2.0' } }, null, 2);
const good = Buffer.from(goodText);

const other = { ...family, id: 'other', displayName: 'Other' };
const below: ShippedCatalogs = {
  names: () => ['default', 'reel'],
  read: async (name) =>
    name === 'default'
      ? defaultCatalog
      : { families: [other], aliases: { old: 'other', gone: 'other' } },
};
const readCatalog = (bytes: Uint8Array) => readWith(bytes, below);

/** The problems of a text as the operator sees them. */
async function problemsOf(text: string | Uint8Array): Promise<readonly string[]> {
  const reading = await readCatalog(Buffer.from(text));
  return reading.kind === 'read'
    ? []
    : printCatalogProblems('c.json', reading.problems).split('\n');
}

/** A catalog of one family, one field per line: `id` is on line 4, and a further member after `after`. */
function familyText(changes: object): string {
  return JSON.stringify({ families: [{ id: 'x', ...family, ...changes }] }, null, 2);
}

/** Line of a part of a text, counted from 1. */
function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}

describe('a catalog file', () => {
  it('[catalog.file] that is valid gives its content', async () => {
    const reading = await readCatalog(good);
    expect(reading).toMatchObject({
      kind: 'read',
      catalog: { families: [family], aliases: { house: 'vm_std-2.0' } },
    });
    expect(await readCatalog(Buffer.from(JSON.stringify(defaultCatalog)))).toMatchObject({
      kind: 'read',
      catalog: defaultCatalog,
    });
  });

  it('may begin with a byte order mark and end its lines in any way', async () => {
    expect(await problemsOf(`\uFEFF${goodText.replaceAll('\n', '\r\n')}`)).toEqual([]);
    expect(await problemsOf(`{\r\n  "families": [\r     7]}`)).toEqual([
      'c.json:3:6 families[0]: must be an object, not a number',
    ]);
    expect(await problemsOf('\uFEFF{ x')).toEqual(['c.json:1:3 not a JSON value']);
  });

  it.each([
    ['', 'c.json:1:1 expected a value'],
    ['{\n  "families": [\n    {},\n  ]\n}', 'c.json:4:3 expected a value'],
    ['{\n  "families": []\n  "aliases": {}\n}', 'c.json:3:3 expected a comma'],
    ['{\n  "families" []\n}', 'c.json:2:14 expected a colon'],
    ['{\n  families: []\n}', 'c.json:2:3 not a JSON value'],
    ['{\n  // all of them\n  "families": []\n}', 'c.json:2:3 comments are not allowed in JSON'],
    ['{}/*', 'c.json:1:3 comments are not allowed in JSON'],
    ['{}/* all', 'c.json:1:3 comments are not allowed in JSON'],
    ['{ "families": [', 'c.json:1:16 expected a closing bracket'],
    ['{} {}', 'c.json:1:4 expected the end of the file'],
    ['{ "families": "x\n" }', 'c.json:1:15 unterminated string'],
    ['{ "fam\\ilies": [] }', 'c.json:1:3 invalid escape in a string'],
    ['{ "a": 1.}', 'c.json:1:8 incomplete number'],
  ])(
    '[catalog.file-problems] that is no JSON is refused at the first fault: %j',
    async (text, problem) => {
      expect(await problemsOf(text)).toEqual([problem]);
    },
  );

  it('[catalog.file-problems] that is no text is refused at the first bad byte', async () => {
    const bytes = Buffer.from('{\n  "aliases": { "caf\u00E9": "?" }\n}');
    bytes[bytes.indexOf('?')] = 0xff;
    expect(await problemsOf(bytes)).toEqual(['c.json:2:25 the file is not UTF-8 text']);
  });

  it('[catalog.file-problems] with a duplicate name, of which one would be dropped, is refused', async () => {
    expect(await problemsOf('{\n  "families": [],\n  "families": []\n}')).toEqual([
      'c.json:3:3 families: this name appears twice',
    ]);
    expect(await problemsOf('{ "aliases": { "__proto__": "a" } }')).toEqual([
      'c.json:1:16 aliases.__proto__: this name is not allowed',
    ]);
  });

  it('[catalog.file-problems] that is nested without end is refused', async () => {
    expect(await problemsOf('['.repeat(1_000_000))).toEqual([
      'c.json:1:33 nested more than 32 levels deep',
    ]);
  });

  it.each([
    [
      { audio: 'optionel' },
      'audio": "',
      16,
      'audio: must be one of none, optional, always; the nearest is optional',
    ],
    [
      { aspectRatios: ['16x9'] },
      '16x9',
      9,
      'aspectRatios[0]: must be one of 21:9, 16:9, 3:2, 4:3, 1:1, 3:4, 2:3, 9:16, 9:21; the nearest is 16:9',
    ],
    [{ promptLimit: 1.5 }, '1.5', 22, 'promptLimit: must be a whole number, not a fraction'],
    [{ promptLimit: '9' }, '"9"', 22, 'promptLimit: must be a number, not a string'],
    [{ waitSeconds: 0 }, 'waitSeconds', 22, 'waitSeconds: must be more than 0'],
    [{ id: 'x'.repeat(65) }, '"id"', 13, 'id: must have at most 64 characters'],
    [{ durationsSeconds: [0] }, ' 0', 9, 'durationsSeconds[0]: must be at least 1'],
    [{ resolutions: [] }, 'resolutions', 22, 'resolutions: must not be empty'],
    [{ negativePrompt: null }, 'null', 25, 'negativePrompt: must be true or false, not null'],
    [{ audoi: 'none' }, 'audoi', 7, 'audoi: is not a known field; the nearest is audio'],
    [
      { creditsPerSecond: { '720p': 1, '1080': 2 } },
      '"1080"',
      9,
      'creditsPerSecond["1080"]: is not a known field; the nearest is 1080p',
    ],
    [{ durationsSeconds: [8, 4] }, 'durationsSeconds', 27, 'durationsSeconds: must be ascending'],
    [{ id: 'vid*' }, 'vid*', 13, 'id: must be letters, digits, dots, underscores and dashes'],
  ])(
    '[catalog.file-problems] that breaks a rule is refused where it does: %j',
    async (changes, at, column, message) => {
      const text = familyText(changes);
      expect(await problemsOf(text)).toContain(
        `c.json:${lineOf(text, at)}:${column} families[0].${message}`,
      );
    },
  );

  it('[catalog.file-problems] names everything wrong at once, in the order of the file', async () => {
    const text = `{
  "families": [
    { "id": "a" }
  ],
  "alias": {},
  "aliases": { "b c": "a" }
}`;
    const problems = await problemsOf(text);
    expect(problems[0]).toBe('c.json:3:5 families[0].mediaType: is missing');
    expect(problems).toHaveLength(16);
    expect(problems.slice(-2)).toEqual([
      'c.json:5:3 alias: is not a known field; the nearest is aliases',
      'c.json:6:16 aliases["b c"]: name must be letters, digits, dots, underscores and dashes',
    ]);
  });

  it('[catalog.file-problems] shows no more than twenty', async () => {
    const problems = await problemsOf('{ "families": [{}, {}] }');
    expect(problems).toHaveLength(21);
    expect(problems[20]).toMatch(/^and \d+ more$/);
  });

  it('points at what contradicts something else', async () => {
    const text = JSON.stringify({ families: [family, family], aliases: { a: 'b' } }, null, 2);
    const second = text.lastIndexOf('"id"');
    expect(await problemsOf(text)).toEqual([
      `c.json:${text.slice(0, second).split('\n').length}:13 families[1].id: the family vm_std-2.0 appears twice`,
      `c.json:${lineOf(text, '"a": "b"')}:10 aliases.a: unknown model: b`,
    ]);
  });
});

describe('a catalog that extends shipped ones', () => {
  const read = async (file: object) => {
    const reading = await readCatalog(Buffer.from(JSON.stringify(file)));
    if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.problems));
    return reading.catalog;
  };

  it('[providers.catalog.extends] has their families, each replaced by the one of its id, and then its own', async () => {
    const mine = { ...family, id: 'mine' };
    const changed = { ...other, displayName: 'Mine now' };
    const { families, aliases } = await read({
      extends: ['reel', 'default'],
      families: [mine, changed],
      aliases: { short: 'vm_std-2.0' },
    });
    expect(families).toEqual([changed, ...defaultCatalog.families, mine]);
    expect(aliases).toEqual({
      ...defaultCatalog.aliases,
      old: 'other',
      gone: 'other',
      short: 'vm_std-2.0',
    });
  });

  it('[providers.catalog.extends] needs no families of its own, and leaves out aliases whose model it moves away', async () => {
    expect(await read({ extends: ['default'] })).toEqual(defaultCatalog);
    const moved = { ...other, surfaces: ['local'] };
    expect((await read({ extends: ['reel'], families: [moved], aliases: {} })).aliases).toEqual({});
  });

  it('[providers.catalog.extends] names only shipped ones', async () => {
    expect(await problemsOf('{\n  "extends": ["default", "real"]\n}')).toEqual([
      'c.json:2:26 extends[1]: must be one of default, reel; the nearest is reel',
    ]);
    expect(await problemsOf('{ "extends": [] }')).toEqual(['c.json:1:1 families: is missing']);
  });
});

describe('any bytes', () => {
  const check = async (bytes: Uint8Array): Promise<void> => {
    const reading = await readCatalog(bytes);
    if (reading.kind === 'read') {
      expect(reading.catalog).toMatchObject(JSON.parse(Buffer.from(bytes).toString()));
      return;
    }
    expect(reading.problems.length).toBeGreaterThan(0);
    const lines = Buffer.from(bytes).toString().split('\n');
    for (const { line, column, message } of reading.problems) {
      expect(message).toMatch(/\S/);
      expect(line).toBeGreaterThanOrEqual(1);
      expect(column).toBeGreaterThanOrEqual(1);
      expect(lines.length).toBeGreaterThanOrEqual(bytes.includes(13) ? 1 : line);
    }
  };

  it('[catalog.file-problems] a good file with any one byte changed gives a catalog or problems', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 0, max: 255 }),
        async (index, byte) => {
          const changed = Buffer.from(good);
          changed[index] = byte;
          await check(changed);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('[catalog.file-problems] a good file cut anywhere is refused', async () => {
    for (let length = 0; length < good.length; length += 1) {
      expect((await readCatalog(good.subarray(0, length))).kind, String(length)).toBe('refused');
    }
  });

  it('what JSON.parse refuses is refused, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), async (input) => {
        await check(Buffer.from(input));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-catalog-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read from where it is', async () => {
    const file = join(folder, 'catalog.json');
    writeFileSync(file, goodText);
    expect((await readCatalogFile(file, below)).kind).toBe('read');
  });

  it('that cannot be read is reported as unreadable', async () => {
    const missing = await readCatalogFile(join(folder, 'missing.json'), below);
    expect(missing).toEqual({ kind: 'unreadable', reason: 'there is no such file' });
    expect(await readCatalogFile(folder, below)).toEqual({
      kind: 'unreadable',
      reason: 'the path is a folder',
    });
  });
});
