import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCassette, redact, videoFacts } from '@filmgate/mock-cassettes';
import { printProgress } from '../../../src/commands/print-progress.ts';
import { drawnVideo } from '../../../src/replay/replayed-video.ts';
import { createResultCache } from '../../../src/results/result-cache.ts';
import { cassetteFolder } from '../../support/cassettes/record.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

const head = '{"kind":"cassette","version":1,"upstreams":["openai"]}';
const digest = createHash('sha256').update('{}').digest('hex');
const exchange = (request: object, response: object = { file: digest }) =>
  JSON.stringify({
    ...{ kind: 'exchange', upstream: 'openai', job: null, since: 0 },
    request: { method: 'GET', path: '/v1/videos', body: null, ...request },
    response: { status: 200, headers: {}, body: response },
  });

function folderOf(lines: readonly string[], bodies: readonly string[] = [digest]) {
  const { path, remove } = cassetteFolder();
  closers.push(remove);
  mkdirSync(join(path, 'bodies'), { recursive: true });
  for (const body of bodies) writeFileSync(join(path, 'bodies', body), '{}');
  writeFileSync(join(path, 'cassette.ndjson'), lines.join('\n'));
  return path;
}

describe('a cassette that was edited by hand', () => {
  it('[mock.cassettes.replay] may have empty lines and those of Windows, and the number of a wrong line counts them', () => {
    const good = folderOf([head, '', `${exchange({})}\r`, '\r', '']);
    expect(readCassette(good).exchanges).toHaveLength(1);
    const wrong = folderOf([head, '', '', exchange({ path: 7 })]);
    expect(() => readCassette(wrong)).toThrow(
      `${join(wrong, 'cassette.ndjson')}: line 4 is not a line of a cassette: request.path`,
    );
    const cut = folderOf([head, exchange({}).slice(0, 40)]);
    expect(() => readCassette(cut)).toThrow('line 2 is not a line of a cassette: it is not JSON');
  });

  it.each([
    ['is gone', exchange({}), 'lacks its body'],
    ['has no name of a body', exchange({}, { file: '../cassette.ndjson' }), 'response.body'],
  ])('[mock.cassettes.replay] whose body %s is refused by the line', (_what, line, why) => {
    const folder = folderOf([head, '', line], []);
    expect(() => readCassette(folder)).toThrow(/cassette\.ndjson: line 3 /);
    expect(() => readCassette(folder)).toThrow(why);
  });
});

describe('a body that was edited', () => {
  it.each(['cut to 3', '{"edited":true}'])(
    '[mock.cassettes.edited] is refused by its line, and a command takes it in: %s',
    (text) => {
      const folder = folderOf([head, '', exchange({ body: digest })]);
      const file = join(folder, 'bodies', digest);
      writeFileSync(file, text);
      expect(() => readCassette(folder)).toThrow(
        `line 3 has a body that is not what was recorded, ${file}: if you edited it, take it in with filmgate-mock redact ${folder}`,
      );
      const printed: string[] = [];
      redact(folder, (line) => printed.push(line));
      expect(printed).toEqual([`filmgate-mock wrote ${folder}`]);
      const cassette = readCassette(folder);
      const [{ request, response } = { request: {}, response: { body: {} } }] = cassette.exchanges;
      const name = createHash('sha256').update(text).digest('hex');
      expect([request, response.body]).toMatchObject([{ body: name }, { file: name }]);
      expect(cassette.body(name).toString()).toBe(text);
      expect(readdirSync(join(folder, 'bodies'))).toEqual([name]);
    },
  );

  it('[mock.cassettes.edited] is not looked for where there is no cassette', () => {
    const { path, remove } = cassetteFolder();
    closers.push(remove);
    expect(() => redact(path, () => undefined)).toThrow(
      `the cassette folder ${path} does not exist`,
    );
  });
});

describe('the reading of a long cassette', () => {
  it('[mock.cassettes.progress] is reported by numbers of lines up to the last, and that of a short one is not', () => {
    const reported = (count: number) => {
      const reports: (readonly [number, number])[] = [];
      const lines = Array.from({ length: count - 1 }, () => exchange({}));
      const folder = folderOf([head, ...lines, '']);
      readCassette(folder, (done, all) => reports.push([done, all]));
      return reports;
    };
    expect(reported(12_000)).toEqual([
      [5_000, 12_000],
      [10_000, 12_000],
      [12_000, 12_000],
    ]);
    expect(reported(4_000)).toEqual([]);
  });

  it('[mock.cassettes.progress] is a counter on a terminal, and one line in a log', () => {
    const printed = (isTTY: boolean) => {
      let text = '';
      const print = printProgress({ isTTY, write: (piece) => (text += piece) });
      for (const done of [5_000, 10_000, 12_000]) print(done, 12_000);
      return text;
    };
    const line = 'reading the cassette: ';
    expect(printed(true)).toBe(`\r${line}41 %\r${line}83 %\r${line}100 %\n`);
    expect(printed(false)).toBe(`${line}12000 lines\n`);
  });
});

describe('a recorded film', () => {
  it('[mock.cassettes.replay] is drawn once, however often it is fetched', async () => {
    const videos = createResultCache();
    const one = drawnVideo(videos, { ...facts, seconds: 1 });
    expect(await drawnVideo(videos, { ...facts, seconds: 1 })).toBe(await one);
  });

  const facts = { type: 'video/mp4', bytes: 9, sha256: 'a', codec: null, width: 64, height: 64 };

  it.each([0, -1, 1e-9, 1e300])(
    '[mock.cassettes.replay] is drawn where its header says that it lasts %d s, as one in fragments says 0',
    async (seconds) => {
      const video = await drawnVideo(createResultCache(), { ...facts, seconds });
      const { seconds: drawn, ...rest } = videoFacts(Buffer.from(video), '') ?? { seconds: 0 };
      expect(drawn).toBeGreaterThan(0);
      expect(rest).toMatchObject({ width: 64, height: 64 });
    },
  );
});
