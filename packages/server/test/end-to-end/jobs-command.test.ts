import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quickstartSchema } from '../../src/compose/quickstart.ts';
import { eventually } from '../http/eventually.ts';
import {
  quickSettings,
  runFilmgate,
  type RunningCommand,
  scratchFolder,
  startFilmgate,
} from './command.ts';

const ledgerName = ['data', 'cli', 'mock-ledger.ndjson'] as const;
const factSchema = z.looseObject({ job: z.looseObject({ id: z.string() }).optional() });
const jobSchema = z.object({ id: z.string(), state: z.string(), prompt: z.string() });
const listSchema = z.array(jobSchema);
const detailSchema = z.object({ job: jobSchema, trail: z.array(z.object({ what: z.string() })) });

let folder: Awaited<ReturnType<typeof scratchFolder>>;

beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(() => folder.dispose());

function filmgate(...args: string[]) {
  return runFilmgate(args, { cwd: folder.path, env: quickSettings });
}

/** Ids of the jobs that the mock accepted, oldest first. */
function accepted(): readonly string[] {
  return readFileSync(folder.at(...ledgerName), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line.includes('"accepted"'))
    .flatMap((line) => factSchema.parse(JSON.parse(line)).job?.id ?? []);
}

async function jobOf(prompt: string): Promise<z.infer<typeof jobSchema>> {
  const { stdout } = await filmgate('jobs', 'list', '--generate', '--json', '--text', prompt);
  const [job] = listSchema.parse(JSON.parse(stdout));
  if (job === undefined) throw new Error(`no job of ${prompt}`);
  return job;
}

const note = ['--note', 'seen on the bill'];

describe('a job of filmgate generate whose outcome is unknown', () => {
  const generate = ['generate', 'a lost fox [[mock:lost-response,run=0s]]', '-o', 'lost.mp4'];

  it('[commands.generate-unknown][commands.jobs.found][invariants.i1-one-submission] is not paid for again, and found by hand is delivered', async () => {
    const first = await filmgate(...generate);
    expect([first.code, accepted().length]).toEqual([3, 1]);
    const { id, state } = await jobOf('lost fox');
    expect(state).toBe('outcome_unknown');
    expect(first.stderr).toContain(`filmgate jobs resolve ${id}`);

    const second = await filmgate(...generate);
    expect([second.code, accepted().length]).toEqual([4, 1]);
    expect(second.stderr).toContain(`filmgate jobs resolve ${id}`);
    expect(second.stderr).toContain('--new');

    const checked = await filmgate('jobs', 'check', id);
    expect([checked.code, checked.stdout]).toEqual([3, expect.stringContaining('outcome_unknown')]);
    const [upstreamId = ''] = accepted();
    const unknown = await filmgate('jobs', 'resolve', id, '--found', 'gen_none', ...note, '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('does not know')]);
    const asked = await filmgate('jobs', 'resolve', id, '--found', upstreamId, ...note);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect(asked.stderr).toContain('stay on hold until the video is stored');
    const found = await filmgate('jobs', 'resolve', id, '--found', upstreamId, ...note, '--yes');
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('submitted')]);
    const shown = await filmgate('jobs', 'show', id, '--json');
    const { trail } = detailSchema.parse(JSON.parse(shown.stdout));
    expect(trail.at(-1)?.what).toBe('found');

    const third = await filmgate(...generate);
    expect([third.code, accepted().length], third.stderr).toEqual([0, 1]);
    expect(existsSync(folder.at('lost.mp4'))).toBe(true);
  });

  it('[commands.generate-unknown] gets another one beside it with --new, and is resolved once', {
    tags: 'long',
  }, async () => {
    const other = ['generate', 'a lost crow [[mock:lost-response,run=0s]]', '-o', 'crow.mp4'];
    await filmgate(...other);
    const before = accepted().length;
    expect((await filmgate(...other)).code).toBe(4);
    expect((await filmgate(...other, '--new')).code).toBe(3);
    expect(accepted().length).toBe(before + 1);
    const { id } = await jobOf('lost crow');
    const resolve = (outcome: string) => filmgate('jobs', 'resolve', id, outcome, ...note, '--yes');
    expect((await resolve('--not-charged')).code).toBe(0);
    const twice = await resolve('--charged');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('this job is failed')]);
  });
});

describe('filmgate jobs', () => {
  it.each([
    ['no outcome', ['resolve', 'cli_x', ...note], 'one of --charged, --not-charged and --found'],
    [
      'two outcomes',
      ['resolve', 'cli_x', '--charged', '--not-charged', ...note],
      'cannot be used with',
    ],
    ['no note', ['resolve', 'cli_x', '--charged'], '--note'],
    ['an unknown state', ['list', '--state', 'lost'], 'A state must be one of'],
    ['an impossible limit', ['list', '--limit', '0'], 'from 1 to 200'],
    ['no store', ['list'], 'There is no database'],
  ])(
    '[commands.jobs.usage] ends with 1 and a sentence when it is given %s',
    { tags: 'long' },
    async (_what, args, sentence) => {
      const { code, stderr, stdout } = await filmgate('jobs', ...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toMatch(/ {4}at /);
    },
  );
});

describe('the jobs of a gateway', () => {
  let gateway: RunningCommand;
  const env = { ...quickSettings, FILMGATE_DATA_DIR: 'running' };
  const jobs = (...args: string[]) => runFilmgate(['jobs', ...args], { cwd: folder.path, env });

  beforeAll(async () => {
    gateway = startFilmgate(['start'], { cwd: folder.path, env });
    await gateway.until(/npm|http/);
    await eventually(
      async () => (existsSync(folder.at('running', 'quickstart.json')) ? true : undefined),
      { what: 'a quick start' },
    );
  });
  afterAll(async () => {
    await gateway.stop();
  });

  it('[commands.jobs.running][commands.jobs.stopped] are seen and resolved while it runs, and after it stopped', async () => {
    const quickstart = quickstartSchema.parse(
      JSON.parse(readFileSync(folder.at('running', 'quickstart.json'), 'utf8')),
    );
    const order = async (prompt: string) => {
      const response = await fetch(`${quickstart.tasks_url}/v1/videos`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${quickstart.api_user.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
      });
      return z.object({ id: z.string() }).parse(await response.json()).id;
    };
    const ids = [
      await order('one [[mock:lost-response]]'),
      await order('two [[mock:lost-response]]'),
    ];
    const unknown = await eventually(
      async () => {
        const listed = await jobs('list', '--state', 'outcome_unknown', '--json');
        const found = listSchema.parse(JSON.parse(listed.stdout));
        return found.length === 2 ? found : undefined;
      },
      { what: 'two jobs of unknown outcome' },
    );
    expect(unknown.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const [first = '', second = ''] = ids;
    const wrong = await jobs('list', '--password', 'a wrong password');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('was refused')]);
    const resolved = await jobs('resolve', first, '--not-charged', ...note, '--yes', '--json');
    expect([resolved.code, resolved.stderr]).toEqual([
      0,
      expect.stringContaining('are released to'),
    ]);
    expect(jobSchema.parse(JSON.parse(resolved.stdout)).state).toBe('failed');
    const none = await jobs('show', 'vt_none');
    expect([none.code, none.stderr]).toEqual([2, 'There is no such job.\n']);
    await gateway.stop();
    const shown = await jobs('show', first);
    expect(shown.stdout).toMatch(/ruled {2}admin/);
    const charged = await jobs('resolve', second, '--charged', ...note, '--yes');
    expect([charged.code, charged.stdout]).toEqual([0, `Job ${second} is failed.\n`]);
  });
});
