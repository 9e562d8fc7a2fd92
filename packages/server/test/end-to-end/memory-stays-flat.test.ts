/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Quickstart, quickstartSchema } from '../../src/compose/quickstart.ts';
import { instant, smallest } from '../http/prompts.ts';
import { taskOf, tasksClient } from '../http/tasks-client.ts';
import { quickSettings, type RunningCommand, scratchFolder, startFilmgate } from './command.ts';

const mebibyte = 1024 * 1024;
const largeBytes = 100 * mebibyte;
/**
 * Small files with as many bytes in total show the memory that a streaming process needs, whatever the size of the
 * files.
 */
const smallBytes = 4 * mebibyte;
const lanes = [1, 2, 3, 4];
/** A quarter of one of four large files. */
const mostGrowth = 25 * mebibyte;
const sampleEveryMs = 10;

/**
 * Buffers are collected soon after their use: the time of V8's own collection changes the memory of a process by more
 * than half a large file.
 */
const collecting = "setInterval(gc, 10, { type: 'minor' }).unref()";
const collectingSoon = {
  NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${encodeURIComponent(collecting)}`,
} as const;

/** Resident memory of a process, in bytes (proc(5), `VmRSS`). */
function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Peak memory of a process during an act, in bytes. */
async function peakWhile(pid: number, act: () => Promise<void>): Promise<number> {
  let peak = residentBytes(pid);
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, sampleEveryMs);
  try {
    await act();
  } finally {
    clearInterval(sampling);
  }
  return peak;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const block = randomBytes(mebibyte);

async function* png(bytes: number): AsyncGenerator<Uint8Array> {
  yield pngSignature;
  for (let left = bytes - pngSignature.length; left > 0; left -= block.length) {
    yield block.subarray(0, Math.min(left, block.length));
  }
}

/** Uploads without holding the file itself; returns the status. */
async function upload({ tasks_url, native_api_key }: Quickstart, bytes: number): Promise<number> {
  const sending = request(`${tasks_url}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${native_api_key}`,
      'content-type': 'image/png',
      'content-length': String(bytes),
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  await pipeline(Readable.from(png(bytes)), sending);
  return answered;
}

async function download(url: string, key: string): Promise<number> {
  const asking = request(url, { headers: { authorization: `Bearer ${key}` } });
  return new Promise((resolve, reject) => {
    asking.once('error', reject);
    asking.once('response', (response) => {
      let bytes = 0;
      response.on('data', (piece: Uint8Array) => {
        bytes += piece.byteLength;
      });
      response.once('end', () => resolve(bytes));
    });
    asking.end();
  });
}

describe('a gateway that moves large files', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let running: RunningCommand;
  let quickstart: Quickstart;

  async function start(): Promise<void> {
    const env = { ...quickSettings, ...collectingSoon };
    running = startFilmgate(['start'], { cwd: folder.path, env });
    await running.until(/quickstart\.json/);
    const text = readFileSync(folder.at('data', 'quickstart.json'), 'utf8');
    quickstart = quickstartSchema.parse(JSON.parse(text));
    await upload(quickstart, mebibyte);
  }

  beforeAll(async () => {
    folder = await scratchFolder();
    await start();
  });
  afterAll(async () => {
    await running.stop();
    await folder.dispose();
  });

  /** Sends 400 MB in files of this size, four at once. */
  async function uploadInLanes(bytes: number): Promise<void> {
    const inLane = async (): Promise<void> => {
      for (let sent = 0; sent < largeBytes; sent += bytes)
        expect(await upload(quickstart, bytes)).toBe(201);
    };
    await Promise.all(lanes.map(inLane));
  }

  it('[native.assets.streamed] stores four assets of 100 MB at once in flat memory', async () => {
    const inSmall = await peakWhile(running.pid, () => uploadInLanes(smallBytes));
    const inLarge = await peakWhile(running.pid, () => uploadInLanes(largeBytes));
    expect(inLarge - inSmall).toBeLessThan(mostGrowth);
  });

  it('[tasks.content.streams] sends a video of 100 MB to four at once in flat memory', async () => {
    const { api_user: user } = quickstart;
    const tasks = tasksClient(quickstart.tasks_url, user.key);
    const task = taskOf(await tasks.create(smallest(instant('to be enlarged'))));
    await tasks.completed(task.id);
    await running.stop();
    enlargeResult(folder.at('data'));
    await start();

    const { tasks_url } = quickstart;
    const url = `${tasks_url}/v1/videos/${task.id}/content`;
    let received: readonly number[] = [];
    // The first download of a process loads the code that all of them use.
    await download(url, user.key);
    const before = residentBytes(running.pid);
    const peak = await peakWhile(running.pid, async () => {
      received = await Promise.all(lanes.map(() => download(url, user.key)));
    });
    expect(received).toEqual(Array.from({ length: 4 }, () => largeBytes));
    expect(peak - before).toBeLessThan(mostGrowth);
  });
});

/** The file of the one result, and its length on record. */
function enlargeResult(data: string): void {
  const stored = filesIn(join(data, 'results'));
  expect(stored).toHaveLength(1);
  writeFileSync(stored[0] ?? '', Buffer.alloc(largeBytes, block));
  const database = new DatabaseSync(join(data, 'filmgate.db'));
  database
    .prepare("update job set result = json_set(result, '$.size', ?) where result is not null")
    .run(largeBytes);
  database.close();
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}
