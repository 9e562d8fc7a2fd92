import { describe, expect, it } from 'vitest';
import { checkTrace } from './check-trace.ts';
import { readTrace } from './read-trace.ts';

const files = {
  database: '/data/a.db',
  log: '/data/a.db-wal',
  assets: '/data/assets',
  results: '/data/results',
};
const digest = 'ab'.padEnd(64, '0');
const folder = '/data/results/ab';
const kept = `${folder}/${digest}`;

const logWrite = (text: string) => `1  pwrite64(23</data/a.db-wal>, "${text}", 4096, 56) = 4096`;
const logSync = '1  fdatasync(23</data/a.db-wal>) = 0';
const response = (id: string) =>
  String.raw`1  write(9<socket:[7]>, "HTTP/1.1 202 Accepted\r\n\r\n{\"id\":\"${id}\"}", 40) = 40`;
const fileSync = '2  fsync(30</data/results/tmp/x>) = 0';
const rename = `2  rename("/data/results/tmp/x", "${kept}") = 0`;
const folderSync = `2  fsync(31<${folder}>) = 0`;
const fileWrite = '2  pwrite64(30</data/results/tmp/x>, "bytes", 5, 0) = 5';

/** Losses of each statement of a trace. */
function lost(lines: readonly string[], digests: readonly string[] = []) {
  return checkTrace(readTrace(lines.join('\n')), files, digests).map(({ id, losses }) => [
    id,
    ...losses.map(({ kind }) => kind),
  ]);
}

describe('a response', () => {
  it('keeps its promise when the log was synced before it', () => {
    expect(lost([logWrite('job a'), logSync, response('a')])).toEqual([['a']]);
  });

  it('loses it when the log is synced only afterwards', () => {
    expect(lost([logWrite('job a'), response('a'), logSync])).toEqual([['a', 'bytes']]);
  });

  it('loses it when the log is never synced', () => {
    expect(lost([logWrite('job a'), response('a')])).toEqual([['a', 'bytes']]);
  });

  it('loses it when only a part of it was synced', () => {
    const lines = [logWrite('job a'), logSync, logWrite('the commit'), response('a')];
    expect(lost(lines)).toEqual([['a', 'bytes']]);
  });

  it('loses it when the sync was still under way', () => {
    const lines = [
      logWrite('job a'),
      '2  fdatasync(23</data/a.db-wal> <unfinished ...>',
      response('a'),
      '2  <... fdatasync resumed>) = 0',
    ];
    expect(lost(lines)).toEqual([['a', 'bytes']]);
  });

  it('loses it when the sync had begun before the write was done', () => {
    const lines = [
      '2  fdatasync(23</data/a.db-wal> <unfinished ...>',
      logWrite('job a'),
      '2  <... fdatasync resumed>) = 0',
      response('a'),
    ];
    expect(lost(lines)).toEqual([['a', 'bytes']]);
  });

  it('loses it when an earlier write was done only after the sync', () => {
    const lines = [
      '2  pwrite64(23</data/a.db-wal>, "late", 4, 56 <unfinished ...>',
      logWrite('job a'),
      logSync,
      response('a'),
      '2  <... pwrite64 resumed>) = 4',
    ];
    expect(lost(lines)).toEqual([['a', 'bytes']]);
  });

  it('loses it when another file was synced', () => {
    expect(lost([logWrite('job a'), fileSync, response('a')])).toEqual([['a', 'bytes']]);
  });

  it('loses it when the sync failed', () => {
    const failed = '1  fdatasync(23</data/a.db-wal>) = -1 EIO (Input/output error)';
    expect(lost([logWrite('job a'), failed, response('a')])).toEqual([['a', 'bytes']]);
  });

  it('shares a sync with the others of its group', () => {
    const lines = [logWrite('job a'), logWrite('job b'), logSync, response('a'), response('b')];
    expect(lost(lines)).toEqual([['a'], ['b']]);
  });

  it('loses it when the synced data is about something else', () => {
    expect(lost([logWrite('job b'), logSync, response('a')])).toEqual([['a', 'not-in-log']]);
  });

  it('loses it when the log is in a folder whose name was not synced', () => {
    const lines = ['1  mkdir("/data", 0700) = 0', logWrite('job a'), logSync, response('a')];
    expect(lost(lines)).toEqual([['a', 'name']]);
    const rootSync = '1  fsync(5</>) = 0';
    expect(lost(lines.toSpliced(1, 0, rootSync))).toEqual([['a']]);
  });
});

describe('a result', () => {
  const good = [fileWrite, fileSync, rename, folderSync, logWrite(digest), logSync];

  it('is kept when file and name were synced before the log names it', () => {
    expect(lost(good, [digest])).toEqual([[digest]]);
  });

  it.each([
    ['bytes not synced', fileSync, 'renamed-before-synced'],
    ['not put in its place', rename, 'never-made'],
    ['name not synced', folderSync, 'name'],
    ['not noted at all', logWrite(digest), 'not-in-log'],
  ])('is lost when %s', (_, missing, loss) => {
    expect(
      lost(
        good.filter((line) => line !== missing),
        [digest],
      ),
    ).toEqual([[digest, loss]]);
  });

  it('is lost when its bytes are synced only after its rename', () => {
    const lines = [fileWrite, rename, fileSync, folderSync, logWrite(digest), logSync];
    expect(lost(lines, [digest])).toEqual([[digest, 'renamed-before-synced']]);
  });

  it('is lost when the log names it first', () => {
    const lines = [fileWrite, fileSync, logWrite(digest), logSync, rename, folderSync];
    expect(lost(lines, [digest])).toEqual([[digest, 'never-made']]);
  });
});

describe('an asset', () => {
  const position = `/data/assets/ab/${digest}`;
  const body = String.raw`{\"assetId\":\"as_1\",\"sha256\":\"${digest}\"}`;
  const stored = String.raw`1  write(9<socket:[7]>, "HTTP/1.1 201 Created\r\n\r\n${body}", 40) = 40`;
  const good = [
    '2  pwrite64(30</data/assets/tmp/x>, "bytes", 5, 0) = 5',
    '2  fsync(30</data/assets/tmp/x>) = 0',
    `2  rename("/data/assets/tmp/x", "${position}") = 0`,
    '2  fsync(31</data/assets/ab>) = 0',
    logWrite('as_1'),
    logSync,
  ];

  it('is kept when its file, its name and its row were synced before the response', () => {
    expect(lost([...good, stored])).toEqual([['as_1']]);
  });

  it('is lost when the response comes before any of these', () => {
    for (const early of good.keys()) {
      const [one] = lost(good.toSpliced(early, 0, stored));
      expect(one?.slice(1)).not.toEqual([]);
    }
  });

  it('is not what other 201s are about', () => {
    const other = String.raw`1  write(9<socket:[7]>, "HTTP/1.1 201 Created\r\n\r\n{\"id\":\"us_1\"}", 40) = 40`;
    expect(lost([other])).toEqual([]);
  });
});
