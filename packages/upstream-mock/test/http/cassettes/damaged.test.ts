import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCassette } from '../../../src/cassettes/cassette-folder.ts';
import { createReplayedVideos, drawnVideo } from '../../../src/cassettes/replayed-video.ts';
import { videoFacts } from '../../../src/cassettes/video-facts.ts';
import { cassetteFolder } from '../../support/cassettes/record.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

const head = '{"kind":"cassette","version":1,"upstreams":["openai"]}';
const exchange = (request: object, response: object = { file: 'a'.repeat(64) }) =>
  JSON.stringify({
    ...{ kind: 'exchange', upstream: 'openai', job: null, since: 0 },
    request: { method: 'GET', path: '/v1/videos', body: null, ...request },
    response: { status: 200, headers: {}, body: response },
  });

function folderOf(lines: readonly string[], bodies: readonly string[] = ['a'.repeat(64)]) {
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
    expect(readCassette(good).lines).toHaveLength(2);
    const wrong = folderOf([head, '', '', exchange({ path: 7 })]);
    expect(() => readCassette(wrong)).toThrow(
      `${join(wrong, 'cassette.ndjson')}: line 4 is not a line of a cassette: request.path`,
    );
    const cut = folderOf([head, exchange({}).slice(0, 40)]);
    expect(() => readCassette(cut)).toThrow('line 2 is not a line of a cassette: it is not JSON');
  });

  it.each([
    ['is gone', exchange({}), 'lacks its body'],
    ['has no name of a body', exchange({}, { file: '../cassette.ndjson' }), "is not a body's name"],
  ])('[mock.cassettes.replay] whose body %s is refused by the line', (_what, line, why) => {
    const folder = folderOf([head, '', line], []);
    expect(() => readCassette(folder)).toThrow(/cassette\.ndjson: line 3 /);
    expect(() => readCassette(folder)).toThrow(why);
  });
});

describe('a recorded film', () => {
  const facts = { type: 'video/mp4', bytes: 9, sha256: 'a', codec: null, width: 64, height: 64 };

  it.each([0, -1, 1e-9, 1e300])(
    '[mock.cassettes.replay] is drawn where its header says that it lasts %d s, as one in fragments says 0',
    async (seconds) => {
      const video = await drawnVideo(createReplayedVideos(), { ...facts, seconds });
      const { seconds: drawn, ...rest } = videoFacts(Buffer.from(video), '') ?? { seconds: 0 };
      expect(drawn).toBeGreaterThan(0);
      expect(rest).toMatchObject({ width: 64, height: 64 });
    },
  );
});
