import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testProjects } from '../vitest.config.ts';
import { findForeignCitations, findForeignCitationsOfDocument } from './architecture/citations.ts';
import { findFolderCycles, readFolderExceptions } from './architecture/folder-cycles.ts';
import { findImportCycles } from './architecture/import-cycles.ts';
import { findModelNames } from './architecture/model-names.ts';
import { findPlainWords, readTextFiles } from './architecture/plain-words.ts';
import { comparePlainWords, readPlainWordList } from './architecture/plain-words-list.ts';
import { findForbiddenImports } from './architecture/import-rules.ts';
import { findRetriedTests } from './architecture/retried-tests.ts';
import { findHttpStatuses, findImpurities } from './architecture/purity-rules.ts';
import {
  findBadNames,
  findBarrels,
  findDisabledChecks,
  findModuleState,
  findTestsThatNeverRun,
} from './architecture/shape-rules.ts';
import { packageOf, parseSource, readSources, type Violation } from './architecture/source-file.ts';
import { listPackageEntries, listWorkspacePackages } from './build/workspace-package.ts';
import { readGlossary } from './docs/read-glossary.ts';
import { readContract } from './requirements/contract.ts';

/**
 * The shape of the tree, read from the sources each time, so that a rule disabled elsewhere cannot hide a breach. Each
 * rule is first run on samples that break it, which shows that it can fail.
 */

const root = resolve(import.meta.dirname, '..');
const sources = readSources(root);
const packages = listWorkspacePackages(root);
const entries = new Set(
  packages
    .flatMap(listPackageEntries)
    .map(({ source }) => relative(root, source).replaceAll('\\', '/')),
);
const testPatterns = testProjects.flatMap(({ include }) => include);

type Sample = readonly [path: string, text: string];

function parse(samples: readonly Sample[]) {
  return samples.map(([path, text]) => parseSource(path, text));
}

function problems(violations: readonly Violation[]): readonly string[] {
  return violations.map(({ path, problem }) => `${path}: ${problem}`);
}

describe('the sources', () => {
  it('were found: every package has some, and so have the tools', () => {
    const owners = new Set(sources.map(({ path }) => packageOf(path) ?? path.split('/')[0]));
    const expected = [...packages.map(({ folder }) => folder), 'tools'];
    expect(expected.filter((owner) => !owners.has(owner))).toEqual([]);
    expect(sources.length).toBeGreaterThan(100);
  });
});

describe('imports follow the direction of the tree', () => {
  it.each<readonly [problem: string, path: string, text: string]>([
    [
      'core imports only',
      'packages/core/src/job/a.ts',
      "import { readFile } from 'node:fs/promises';",
    ],
    [
      'core imports only',
      'packages/core/src/a.ts',
      "import type { FastifyRequest } from 'fastify';",
    ],
    ['core imports only', 'packages/core/src/a.ts', "export { z } from 'lodash';"],
    ['core imports only', 'packages/core/src/a.ts', "const late = await import('undici');"],
    ['core imports only', 'packages/core/src/a.ts', "type Late = import('undici').Agent;"],
    [
      'core imports nothing',
      'packages/core/src/a.ts',
      "import { x } from '@filmgate/runtime-node';",
    ],
    ['imports nothing', 'packages/ai-provider/src/a.ts', "import '@filmgate/core';"],
    ['siblings never', 'packages/storage-files/src/a.ts', "import '@filmgate/storage-sqlite';"],
    ['siblings never', 'packages/http-adapter/src/a.ts', "import '@filmgate/server/extra';"],
    ['siblings never', 'packages/upstream-mock/test/http/a.ts', "import '@filmgate/runtime-node';"],
    ['nothing of ours', 'packages/upstream-mock/src/state/a.ts', "import '@filmgate/core';"],
    ['siblings never', 'packages/runtime-node/src/a.ts', "import '@filmgate/upstream-http';"],
    ['siblings never', 'packages/upstream-ai-sdk/src/a.ts', "import '@filmgate/upstream-mock';"],
    ['outside a test', 'packages/storage-files/src/a.ts', "import '@filmgate/conformance';"],
    ['outside a test', 'packages/server/src/a.ts', "import '@filmgate/conformance';"],
    ['own package', 'packages/runtime-node/src/a.ts', "import '@filmgate/runtime-node';"],
    ['own index', 'packages/core/src/job/a.ts', "import { job } from '../index.ts';"],
    ['another folder', 'packages/core/src/a.ts', "import '../../server/src/b.ts';"],
    ['another folder', 'packages/core/src/a.test.ts', "import '../../../tools/build/b.ts';"],
    ['another folder', 'packages/core/src/a.ts', "import '../../../docs/b.ts';"],
    [
      'another folder',
      'packages/server/test/http/a.ts',
      "import '../../../core/test/sample-job.ts';",
    ],
    ['test file', 'packages/core/src/a.ts', "import '../test/sample-job.ts';"],
    ['write node:fs', 'packages/server/src/a.ts', "import 'fs';"],
    [
      'used outside itself',
      'packages/http-adapter/src/local-generation-api/a.ts',
      "import '../video-task-api/job-status.ts';",
    ],
    [
      'used outside itself',
      'packages/http-adapter/src/http/a.ts',
      "import '../video-task-api/b.ts';",
    ],
    [
      'the dialect native is used outside',
      'packages/http-adapter/src/video-task-api/tasks/a.ts',
      "import '../native/b.ts';",
    ],
    [
      'the dialect tasks is used outside',
      'packages/http-adapter/src/video-task-api/context.ts',
      "import './tasks/b.ts';",
    ],
  ])('the rule finds "%s" in %s', (problem, path, text) => {
    const [found = ''] = problems(findForbiddenImports(parse([[path, text]])));
    expect(found).toContain(problem);
  });

  it.each([
    [
      'packages/core/src/a.ts',
      "import { z } from 'zod'; import { match } from 'ts-pattern'; import './b.ts';",
    ],
    [
      'packages/server/test/http/a.test.ts',
      "import { it } from 'vitest'; import '../../../core/test/aspect-prompt-cases.ts';",
    ],
    ['packages/storage-files/src/a.ts', "import 'node:fs'; import { job } from '@filmgate/core';"],
    ['packages/storage-files/test/contract/a.test.ts', "import '@filmgate/conformance';"],
    [
      'packages/storage-files/test/contract/b.test.ts',
      "import '@filmgate/storage-files'; import '../../src/a.ts';",
    ],
    ['packages/upstream-mock/src/client/a.ts', "import '@filmgate/upstream-http';"],
    ['packages/upstream-ai-sdk/src/a.ts', "import '@filmgate/upstream-http';"],
    ['packages/upstream-ai-sdk/test/a.test.ts', "import '@filmgate/upstream-mock';"],
    ['packages/server/src/a.ts', "import '@filmgate/runtime-node'; import '@filmgate/core';"],
    ['packages/http-adapter/src/index.ts', "export { plugin } from './video-task-api/plugin.ts';"],
    [
      'packages/http-adapter/src/video-task-api/plugin.ts',
      "import './tasks/b.ts'; import '../http/c.ts';",
    ],
    [
      'packages/http-adapter/src/video-task-api/tasks/a.ts',
      "import './b.ts'; import '../context.ts'; import '../../http/c.ts';",
    ],
    ['packages/core/src/b.ts', "const text = \"import 'undici'\"; // import 'undici'"],
  ] satisfies readonly Sample[])('and lets %s be', (path, text) => {
    expect(problems(findForbiddenImports(parse([[path, text]])))).toEqual([]);
  });

  it('in the sources', () => {
    expect(problems(findForbiddenImports(sources))).toEqual([]);
  });
});

describe('no files import each other in a circle', () => {
  it('the rule finds one through a type and a package folder', () => {
    const circle = parse([
      ['packages/core/src/job/a.ts', "import type { B } from '../media/b.ts';"],
      ['packages/core/src/media/b.ts', "export { c } from './c.ts';"],
      ['packages/core/src/media/c.ts', "type A = import('../job/a.ts').A;"],
    ]);
    expect(problems(findImportCycles(circle))[0]).toContain('a.ts → packages/core/src/media/b.ts');
  });

  it('and lets a diamond be', () => {
    const diamond = parse([
      ['packages/core/src/a.ts', "import './b.ts'; import './c.ts';"],
      ['packages/core/src/b.ts', "import './d.ts';"],
      ['packages/core/src/c.ts', "import './d.ts';"],
      ['packages/core/src/d.ts', ''],
    ]);
    expect(findImportCycles(diamond)).toEqual([]);
  });

  it('in the sources', () => {
    expect(problems(findImportCycles(sources))).toEqual([]);
  });

  it('[suite.folder-cycles] nor folders of a package but for the exceptions, each of which closes a cycle', () => {
    expect(problems(findFolderCycles(sources, readFolderExceptions(root)))).toEqual([]);
  });
});

describe('core gets time, chance and the world from outside', () => {
  const inCore = (text: string) => parse([['packages/core/src/a.ts', text]]);

  it.each([
    'const now = Date.now();',
    'const clock = { now: Date.now };',
    'const now = new Date();',
    'const now = new Date;',
    'const text = Date();',
    'const chance = Math.random();',
    'setTimeout(() => undefined, 5);',
    'setInterval(() => undefined, 5);',
    'setImmediate(() => undefined);',
    'queueMicrotask(() => undefined);',
    'const answer = await fetch(url);',
    'const { env } = process;',
    "console.log('x');",
    'const id = crypto.randomUUID();',
    "const bytes = Buffer.from('x');",
    'const at = performance.now();',
    'globalThis.fetch(url);',
    'function f(bytes: Buffer): void {}',
    'const ports = { fetch };',
  ])('the rule finds %s', (text) => {
    expect(findImpurities(inCore(text))).not.toEqual([]);
  });

  it.each([
    'const at = new Date(value).toISOString();',
    'const at = Date.UTC(2026, 0, 1);',
    'const now = clock.now();',
    'interface Clock { fetch(): void; readonly process: string }',
    'const row = { process: 1, console: 2 }; row.process;',
    "const text = 'Date.now() and process.env'; // console.log",
  ])('and lets %s be', (text) => {
    expect(problems(findImpurities(inCore(text)))).toEqual([]);
  });

  it('in the sources', () => {
    expect(problems(findImpurities(sources))).toEqual([]);
  });
});

describe('core and the stores speak of outcomes, not of HTTP statuses', () => {
  it.each([
    'return { status: 404 };',
    'const error = { statusCode: 409, code };',
    'if (answer.status === 429) retry();',
    'if (500 <= answer.statusCode) retry();',
    'const httpStatus = 200;',
    'reply.status = 201;',
    "const error = { 'status': 503 };",
  ])('the rule finds %s', (text) => {
    for (const path of ['packages/core/src/a.ts', 'packages/storage-redis/src/a.ts']) {
      expect(findHttpStatuses(parse([[path, text]]))).toHaveLength(1);
    }
  });

  it.each([
    ['packages/core/src/a.ts', "const job = { status: 'failed', width: 404 };"],
    ['packages/http-adapter/src/a.ts', 'return { status: 404 };'],
    ['packages/storage-s3/src/a.ts', 'if (answer.status === 404) return;'],
    ['packages/core/src/request-log/a.ts', 'if (status === 499) return;'],
    ['packages/core/src/a.test.ts', 'return { status: 404 };'],
  ] satisfies readonly Sample[])('and lets %s be: %s', (path, text) => {
    expect(findHttpStatuses(parse([[path, text]]))).toEqual([]);
  });

  it('in the sources', () => {
    expect(problems(findHttpStatuses(sources))).toEqual([]);
  });
});

describe('files', () => {
  it.each([
    'packages/core/src/jobState.ts',
    'packages/core/src/Job/state.ts',
    'packages/core/src/job_state.ts',
    'packages/core/src/utils.ts',
    'packages/core/src/helpers/state.ts',
    'packages/core/src/common/state.ts',
    'packages/core/src/account-manager.ts',
    'tools/text-util.test.ts',
  ])('are not called %s', (path) => {
    expect(findBadNames(parse([[path, '']]))).not.toEqual([]);
  });

  it('are called in kebab-case, by what they are', () => {
    expect(findBadNames(parse([['packages/core/src/job/job-state.property.test.ts', '']]))).toEqual(
      [],
    );
    expect(problems(findBadNames(sources))).toEqual([]);
  });

  it('the rule against barrels finds them, and exported stars', () => {
    const barrel: Sample = ['packages/core/src/job/index.ts', "export { a } from './a.ts';"];
    const star: Sample = ['packages/core/src/index.ts', "export * from './job.ts';"];
    expect(findBarrels(parse([barrel]), entries)).toHaveLength(1);
    expect(findBarrels(parse([star]), entries)).toHaveLength(1);
    expect(findBarrels(parse([barrel]), new Set([barrel[0]]))).toEqual([]);
  });

  it('are no barrels, but for the entries of packages', () => {
    expect(problems(findBarrels(sources, entries))).toEqual([]);
  });

  it.each(['let seen = 0;', 'var seen = 0;', 'export let seen = 0;'])(
    'the rule against module state finds %s',
    (text) => {
      expect(findModuleState(parse([['packages/core/src/a.ts', text]]))).toHaveLength(1);
    },
  );

  it('keep no state in modules', () => {
    const local = parse([
      ['packages/core/src/a.ts', 'const a = 1; function f() { let b = a; b += 1; }'],
    ]);
    expect(findModuleState(local)).toEqual([]);
    expect(problems(findModuleState(sources))).toEqual([]);
  });

  it('with tests lie where a vitest project looks', () => {
    const lost = parse([['packages/core/test/laws/a.test.ts', '']]);
    expect(findTestsThatNeverRun(lost, testPatterns)).toHaveLength(1);
    expect(problems(findTestsThatNeverRun(sources, testPatterns))).toEqual([]);
  });
});

describe('words are plain', () => {
  it('[suite.plain-words] but for the exceptions, each of which is used up', () => {
    const replaced = readGlossary().flatMap(({ replaces }) => replaces);
    const findings = findPlainWords(sources, readTextFiles(root), replaced);
    expect(problems(comparePlainWords(findings, readPlainWordList(root)))).toEqual([]);
  });
});

describe('no test is tried again', () => {
  it.each(["it('a', { retry: 2 }, f);", "describe.each(table)('a', { tags: [], retry: 1 }, f);"])(
    '[commands.test] the rule finds %s',
    (text) => {
      expect(findRetriedTests(parse([['packages/core/src/a.test.ts', text]]))).toHaveLength(1);
    },
  );

  it('[commands.test] in the tests', () => {
    const retry = "it('a', () => { send({ retry: true }); });";
    expect(findRetriedTests(parse([['packages/core/src/a.test.ts', retry]]))).toEqual([]);
    expect(problems(findRetriedTests(sources))).toEqual([]);
  });
});

describe('no check is switched off', () => {
  it.each([
    '// oxlint-disable-next-line no-console',
    '/* eslint-disable */',
    '// biome-ignore lint/suspicious/noConsole: wanted',
    '// biome-ignore format',
    '// biome-ignore-all format: all of it',
    'const a = [ // biome-ignore lint: x\n];',
    '// @ts-ignore',
    '// @ts-expect-error wrong on purpose',
    '// @ts-nocheck',
    'f(/* v8 ignore next */ 1);',
  ])('by %s, which the rule finds', (text) => {
    expect(findDisabledChecks(parse([['packages/core/src/a.ts', text]]))).toHaveLength(1);
  });

  it('in the sources', () => {
    const layout = parse([['packages/core/src/a.ts', '// biome-ignore format: one line per row']]);
    const type = parse([['packages/core/src/a.test.ts', '// @ts-expect-error closed union']]);
    const text = parse([
      ['packages/core/src/a.ts', "const text = '// @ts-ignore'; const u = `//${1}// @ts-ignore`;"],
    ]);
    expect(findDisabledChecks([...layout, ...type, ...text])).toEqual([]);
    expect(problems(findDisabledChecks(sources))).toEqual([]);
  });

  it('for some files in the lint configuration, but for generated ones, the size of tests, migrations and lists of exports, the form of tests, and a field called then', () => {
    const schema = z.object({
      ignorePatterns: z.array(z.string()).default([]),
      overrides: z.array(
        z.object({ files: z.array(z.string()), rules: z.record(z.string(), z.unknown()) }),
      ),
    });
    const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
    expect(schema.parse(JSON.parse(text))).toEqual({
      ignorePatterns: ['**/*.gen.ts'],
      overrides: [
        { files: ['packages/*/src/index.ts'], rules: { 'max-lines': 'off' } },
        // A rule of the mock has it, and its value is no function.
        {
          files: [
            'packages/upstream-mock/src/faults/rule-form.ts',
            'packages/upstream-mock/src/control/rule-routes.ts',
            'packages/upstream-mock/test/**',
          ],
          rules: { 'unicorn/no-thenable': 'off' },
        },
        {
          files: ['**/*.test.ts', 'packages/*/test/**', '**/migrations/**'],
          rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'max-params': 'off' },
        },
        {
          files: ['**/*.test.ts', 'packages/*/test/**'],
          rules: {
            'typescript/no-misused-spread': 'off',
            'typescript/no-unsafe-assignment': 'off',
            'typescript/no-unsafe-type-assertion': 'off',
            'typescript/require-array-sort-compare': 'off',
            'typescript/unbound-method': 'off',
            'unicorn/no-useless-spread': 'off',
            'vitest/require-mock-type-parameters': 'off',
          },
        },
      ],
    });
  });
});

describe('models', () => {
  const names = defaultCatalog.families.map(({ id }) => id);
  const namedIn = (path: string, text: string) =>
    problems(findModelNames(parseSource(path, text), names));

  it.each([
    ["const model = 'vm_std-2.0';", 'vm_std-2.0'],
    ['const body = `{"model": "vidD-6s-16x9-720p", ${rest}`;', 'vidD'],
    ['const text = "1800 for `imgA`";', 'imgA'],
  ])('are found: %s', (text, name) => {
    const path = 'packages/server/src/a.ts';
    expect(namedIn(path, text)).toEqual([`${path}: names the model ${name}`]);
  });

  it.each<Sample>([
    ['packages/server/src/a.ts', '// vidA\nconst a = 1;'],
    ['packages/server/src/a.ts', "const id = 'myvidA';"],
    ['packages/server/src/a.test.ts', "const id = 'vidA';"],
    ['packages/conformance/src/a.ts', "const id = 'vidA';"],
  ])('may be named in %s: %s', (path, text) => {
    expect(namedIn(path, text)).toEqual([]);
  });

  it('[providers.catalog.no-names] are named by the catalog alone', () => {
    expect(problems(sources.flatMap((file) => findModelNames(file, names)))).toEqual([]);
  });
});

describe('packages', () => {
  it('name a range from the version they were tested with, and exact versions of what only develops them', () => {
    const unfit = packages.flatMap(({ folder, manifest }) => [
      ...Object.entries(manifest.dependencies)
        .filter(([, version]) => !/^\^\d+\.\d+\.\d+$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version} is no range`),
      ...Object.entries(manifest.devDependencies)
        .filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version} is not exact`),
    ]);
    expect(unfit).toEqual([]);
  });

  it('run in the Fastify of their user, from 5.4 on', () => {
    const asked = packages.flatMap(({ manifest }) => manifest.peerDependencies['fastify'] ?? []);
    expect(asked).toEqual(['^5.4.0']);
  });

  it('say where their source is', () => {
    for (const { folder, manifest } of packages) {
      expect(manifest.repository, folder).toEqual({
        type: 'git',
        url: 'git+https://github.com/filmgate/filmgate.git',
        directory: `packages/${folder}`,
      });
    }
  });

  it('promise no module whose source is missing', () => {
    expect(entries.size).toBeGreaterThanOrEqual(packages.length);
    expect([...entries].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('need the test kit for their tests only', () => {
    const names = packages
      .filter(({ manifest }) => '@filmgate/conformance' in manifest.dependencies)
      .map(({ folder }) => folder);
    expect(names).toEqual([]);
  });

  it('carry the licence of the project', () => {
    const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
    expect(licence).toContain('MIT License');
    for (const { directory } of packages) {
      expect(readFileSync(join(directory, 'LICENSE'), 'utf8')).toBe(licence);
    }
  });
});

describe('citations', () => {
  const ids = new Set(readContract().map(({ id }) => id));
  // Put together here, so that this file does not cite what it forbids.
  const section = (paper: string) => `${paper} ${String.fromCodePoint(0xa7)}3`;

  it.each([
    ['unknown paper', 'packages/core/src/a.ts', `/** As ${section('decisions')} says. */`],
    ['unknown paper', 'packages/server/test/http/a.ts', `const source = '${section('the mock')}';`],
    ['outside the repository', 'tools/a.ts', ['// See notes', 'providers.md.'].join('/')],
    ['carries no documents', 'packages/core/src/a.ts', '// See docs/promise.md.'],
    ['carries no documents', 'packages/core/src/a.ts', '// See ARCHITECTURE.'],
    ['does not have', 'packages/core/src/a.ts', '/** At once [tasks.create.gone]. */'],
  ])('the rule finds "%s" in %s', (problem, path, text) => {
    const [found = ''] = problems(findForeignCitations(parse([[path, text]]), ids));
    expect(found).toContain(problem);
  });

  it.each([
    ['packages/core/src/a.ts', `/** ${section('RFC 9110')}, ${section('ISO/IEC 14496-12')} */`],
    ['packages/core/src/a.ts', '/** At once [tasks.create.first-202]; list[index.at] is code. */'],
    ['packages/core/src/a.test.ts', '// See docs/promise.md.'],
  ])('and lets %s be: %s', (path, text) => {
    expect(findForeignCitations(parse([[path, text]]), ids)).toEqual([]);
  });

  it('in the sources', () => {
    expect(problems(findForeignCitations(sources, ids))).toEqual([]);
  });

  it('in the documents', () => {
    const paths = globSync(
      ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'],
      {
        cwd: root,
      },
    );
    expect(paths.length).toBeGreaterThan(50);
    const found = paths.flatMap((path) =>
      findForeignCitationsOfDocument(path, readFileSync(join(root, path), 'utf8')),
    );
    expect(problems(found)).toEqual([]);
  });
});
