import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openRecorder, type Recorder, type RecorderOptions } from '@filmgate/mock-cassettes';
import { readForm } from '../../../src/http/multipart-form.ts';
import { openAiVideos } from '../openai-videos.ts';

/** A new folder for cassettes, and a function that removes it. */
export function cassetteFolder(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-cassette-'));
  return {
    path: join(folder, 'cassette'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every file of a folder and below, with its name, as one text: a byte is a character. */
export function everyByte(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? path + readFileSync(path, 'latin1') : path;
    })
    .join('\n');
}

/** A recorder of one upstream. */
export async function recordOf(
  upstream: string,
  folder: string,
  {
    now = () => Date.now(),
    port = 0,
    isRedacted = false,
    onFault = (message) => expect.unreachable(message),
  }: Partial<Omit<RecorderOptions, 'upstreams' | 'folder'>> = {},
): Promise<Recorder> {
  return await openRecorder({
    upstreams: new Map([['openai', new URL(upstream)]]),
    folder,
    port,
    now,
    readForm,
    isRedacted,
    onFault,
  });
}

/** A video as users of the official client make it; `wait` is called between two status reads. */
export async function makeVideo(
  baseURL: string,
  { prompt, wait, key = 'account-key-1' }: { prompt: string; wait(): Promise<void>; key?: string },
): Promise<{ readonly id: string; readonly states: readonly string[]; readonly video: Buffer }> {
  const videos = openAiVideos(baseURL, key);
  let video = await videos.create({ prompt, seconds: '4', size: '1280x720' });
  const states: string[] = [video.status];
  while (video.status !== 'completed' && video.status !== 'failed' && states.length < 1_000) {
    await wait();
    video = await videos.retrieve(video.id);
    states.push(video.status);
  }
  const content = await videos.downloadContent(video.id);
  return { id: video.id, states, video: Buffer.from(await content.arrayBuffer()) };
}
