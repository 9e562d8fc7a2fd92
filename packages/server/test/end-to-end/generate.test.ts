import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { defaultCatalog } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generate as generateHere } from '../../src/commands/generate.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { quickSettings, runFilmgate, scratchFolder, startFilmgate } from './command.ts';

const lineSchema = z.object({ id: z.string(), state: z.string(), progress: z.number() });
/** Options beside a fox, written to `x`. */
type Wish = { readonly [K in 'prompt' | 'model' | 'output']?: string };
const ledgerName = ['data', 'cli', 'mock-ledger.ndjson'] as const;

let folder: Awaited<ReturnType<typeof scratchFolder>>;

function generate(...args: string[]) {
  return runFilmgate(['generate', ...args], { cwd: folder.path, env: quickSettings });
}

function acceptedAtTheMock(): number {
  if (!existsSync(folder.at(...ledgerName))) return 0;
  const lines = readFileSync(folder.at(...ledgerName), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => line.includes('"accepted"')).length;
}

beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(() => folder.dispose());

describe('filmgate generate', () => {
  it('[commands.generate][commands.generate-store] writes a video without a server, and shows its progress in JSON lines', async () => {
    const { code, stdout, stderr } = await generate('a fox [[mock:run=0s]]', '-o', 'out.mp4');
    expect([code, stdout]).toEqual([0, 'out.mp4\n']);
    expect(readFileSync(folder.at('out.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => lineSchema.parse(JSON.parse(line)));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.at(-1)).toMatchObject({ state: 'completed', progress: 100 });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1);
    expect(readdirSync(folder.at('data'))).toEqual(['cli']);
    expect(acceptedAtTheMock()).toBe(1);
  });

  it('[commands.generate] makes an image with an image model', { tags: 'long' }, async () => {
    const { code } = await generate('a fox [[mock:run=0s]]', '-o', 'out.png', '-m', 'imgA-1x1-1k');
    expect(code).toBe(0);
    expect(readFileSync(folder.at('out.png')).toString('latin1', 1, 4)).toBe('PNG');
  });

  it.each([
    ['nothing at all', []],
    ['no file', ['a fox']],
    ['no prompt', ['-o', 'out.mp4']],
  ])('[commands.generate-usage] says how it is used when it is given %s', async (_what, args) => {
    const { code, stdout, stderr } = await generate(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain('Usage: filmgate generate [options] <prompt>');
    expect(stderr).toContain('-o, --output <file>');
  });

  it.each<readonly [what: string, expected: RegExp, wish: Wish]>([
    ['an unknown model', /vidA-fast-4s-16x9-720p/, { model: 'vidA-fast-5s-16x9-720p' }],
    ['a model that needs a key', /FILMGATE_KEY_KLING_GLOBAL/, { model: 'kling-3.0-5s-16x9-720p' }],
    ['a model of the other surface', /not available/, { model: 'vm_std-2.0' }],
    ['a model that needs images', /reference images/, { model: 'vidA-ref-8s-16x9-720p' }],
    ['an empty prompt', /prompt is empty/, { prompt: '  ' }],
    ['a folder that is not there', /folder does not exist/, { output: 'missing/x.mp4' }],
    ['a folder', /is a folder/, { output: '.' }],
    ['a folder that is a file', /folder is a file/, { output: 'a-file/x.mp4' }],
  ])(
    '[commands.generate-failure] refuses %s before anything is paid for',
    async (_what, expected, wish) => {
      writeFileSync(folder.at('a-file'), '');
      const { prompt = 'a fox', model, output = 'x' } = wish;
      const read = readSettings({ ...quickSettings, FILMGATE_DATA_DIR: folder.at('refusing') });
      if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
      const result = await generateHere({
        ...{ prompt, model, outputFile: folder.at(output), isNew: false },
        settings: read.settings,
        endpointKeys: new Map(),
        display: { show: () => undefined, end: () => undefined },
        interrupted: new AbortController().signal,
      });
      expect(result).toEqual({ kind: 'refused', message: expect.stringMatching(expected) });
      expect(existsSync(folder.at('refusing'))).toBe(false);
      expect(existsSync(folder.at('x'))).toBe(false);
    },
  );

  it('[models.retirement.refused] orders the first model on offer instead of a retired default, and none that is named', async () => {
    const retirement = { retiresAt: '2026-11-01T00:00:00Z', replacedBy: 'vidA' };
    const families = defaultCatalog.families.map((family) =>
      family.id === 'vidA-fast' ? { ...family, retirement } : family,
    );
    writeFileSync(folder.at('retiring.json'), JSON.stringify({ families, aliases: {} }));
    const env = { FILMGATE_CATALOG_FILE: folder.at('retiring.json') };
    const args = ['generate', 'a retired fox [[mock:run=0s]]', '-o', 'retired.mp4'];
    const call = { cwd: folder.path, env: { ...quickSettings, ...env } };
    const { code, stderr } = await runFilmgate(args, call);
    expect(code, stderr).toBe(0);
    expect(
      readFileSync(folder.at(...ledgerName), 'utf8').match(/vidA-4s|"model":"vidA"/),
    ).not.toBeNull();
    const before = acceptedAtTheMock();
    const named = await runFilmgate([...args, '-m', 'vidA-fast-4s-16x9-720p'], call);
    expect(named.code).toBe(2);
    expect(named.stderr).toContain(
      'The model vidA-fast-4s-16x9-720p was retired by its provider on 2026-11-01; use vidA-4s-16x9-720p.',
    );
    expect(acceptedAtTheMock()).toBe(before);
  });

  it('[commands.generate-failure] ends with 2 and one sentence when it is refused', async () => {
    const before = acceptedAtTheMock();
    const { code, stderr } = await generate('a fox', '-o', 'missing/x.mp4');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^filmgate generate: .*folder does not exist/);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(acceptedAtTheMock()).toBe(before);
  });

  it('[commands.generate-failure] reports why the upstream failed, and leaves no file', {
    tags: 'long',
  }, async () => {
    const { code, stderr } = await generate(
      '[[mock:fail=policy,run=0s]] a fox',
      '-o',
      'failed.mp4',
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/filmgate generate: .{10}/);
    expect(readdirSync(folder.path).filter((name) => name.includes('failed'))).toEqual([]);
  });

  it('[commands.generate-failure] warns when it may have been charged', {
    tags: 'long',
  }, async () => {
    const { code, stderr } = await generate(
      '[[mock:lost-response,run=0s]] a fox',
      '-o',
      'lost.mp4',
    );
    expect(code).toBe(3);
    expect(stderr).toContain('may have been charged');
  });

  it('[commands.generate-failure] names the wrong setting', { tags: 'long' }, async () => {
    const env = { ...quickSettings, FILMGATE_DATADIR: 'x' };
    const { code, stderr } = await runFilmgate(['generate', 'a', '-o', 'x'], {
      cwd: folder.path,
      env,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('FILMGATE_DATA_DIR');
  });

  it('[commands.generate] replaces a file that is there, once the new one is whole', {
    tags: 'long',
  }, async () => {
    writeFileSync(folder.at('old.mp4'), 'old');
    const { code } = await generate('replaced [[mock:run=0s]]', '-o', 'old.mp4');
    expect(code).toBe(0);
    expect(readFileSync(folder.at('old.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('[commands.generate-reason] reports at once why no provider can be reached, and keeps the job', async () => {
    const file = folder.at('providers.json');
    writeFileSync(file, JSON.stringify({ 'kling-global': { base_url: 'http://nowhere.invalid' } }));
    const read = readSettings({
      ...quickSettings,
      FILMGATE_DATA_DIR: folder.at('away'),
      FILMGATE_CATALOG: 'kling',
      FILMGATE_PROVIDERS_FILE: file,
      FILMGATE_KEY_KLING_GLOBAL: 'a-key',
    });
    if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
    const given = new AbortController();
    const reasons: string[] = [];
    const result = await generateHere({
      ...{ prompt: 'a fox', model: undefined, outputFile: folder.at('away.mp4'), isNew: false },
      settings: read.settings,
      endpointKeys: read.endpointKeys,
      display: {
        show: ({ refusals }, reason) => {
          if (typeof reason === 'string') reasons.push(reason);
          if (refusals > 0) given.abort();
        },
        end: () => undefined,
      },
      interrupted: given.signal,
    });
    expect(result).toMatchObject({ kind: 'interrupted', job: { state: 'queued' } });
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons)
      expect(reason).toMatch(/cannot reach nowhere\.invalid: E[A-Z_]+ \(/);
  });

  it('[commands.generate-failure][settings.one-process][invariants.i1-one-submission] a second one at the same time is refused; an interrupted one is taken up again, and paid for once', async () => {
    // Not finished before the mock's clock was moved ahead.
    const prompt = 'taken up again [[mock:run=1h,queue=0s]]';
    const env = { ...quickSettings, FILMGATE_MOCK_SPEED: '1' };
    const options = { cwd: folder.path, env };
    const before = acceptedAtTheMock();
    const first = startFilmgate(['generate', prompt, '-o', 'slow.mp4'], options);
    await first.until(/"(submitted|polling)"/, 'stderr');

    const second = await runFilmgate(['generate', 'another', '-o', 'other.mp4'], options);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/in use by process \d+/);
    expect(second.stderr).not.toMatch(/ {4}at /);

    const interrupted = await first.stop('SIGINT');
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toMatch(/Interrupted\. Job cli_\w+ was submitted, continues/);
    expect(existsSync(folder.at('slow.mp4'))).toBe(false);

    appendFileSync(folder.at(...ledgerName), '{"fact":"advanced","ms":3600000}\n');
    const again = await runFilmgate(['generate', prompt, '-o', 'slow.mp4'], options);
    expect(again.code, again.stderr).toBe(0);
    expect(existsSync(folder.at('slow.mp4'))).toBe(true);
    expect(acceptedAtTheMock()).toBe(before + 1);
  });
});
