import { renderVideo } from '@filmgate/upstream-mock';

/** A complete MP4 of one second; `seed` makes videos with different bytes. */
export async function videoOf(seed: string): Promise<Uint8Array> {
  const scene = { width: 320, height: 180, durationSeconds: 1, audio: false, seed };
  const labels = { prompt: 'p', model: 'm', aspectRatio: '16:9', resolution: '720p' };
  return await renderVideo({ ...scene, ...labels, jobId: 'j', accountLabel: 'a' });
}

/** The video under another coding: only its sample entry differs. */
export function codedAs(coding: string, video: Uint8Array): Uint8Array {
  const bytes = Buffer.from(video);
  bytes.write(coding, bytes.lastIndexOf('avc1'), 'latin1');
  return bytes;
}

/** The video, followed by more boxes than any video needs. */
export function crowded(video: Uint8Array): Uint8Array {
  const free = Uint8Array.of(0, 0, 0, 8, ...Buffer.from('free', 'latin1'));
  const bytes = new Uint8Array(video.length + 300_000 * free.length);
  bytes.set(video);
  for (let at = video.length; at < bytes.length; at += free.length) bytes.set(free, at);
  return bytes;
}

/** The beginning of a WebM, with arbitrary bytes behind it: nothing reads further. */
export const webm = Uint8Array.from([
  ...[0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84],
  ...Buffer.from('webm and its clusters', 'latin1'),
]);

/** Five packets of a transport stream. */
export const transportStream = Uint8Array.from({ length: 5 * 188 }, (_, at) =>
  at % 188 === 0 ? 0x47 : at % 251,
);

export const gif = Uint8Array.from(Buffer.from('GIF89a and its frames', 'latin1'));

export function textFile(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
