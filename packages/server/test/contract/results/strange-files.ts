import { renderVideo } from '@filmgate/upstream-mock';

/** A whole MP4 of one second; `seed` makes videos with different bytes. */
export async function filmOf(seed: string): Promise<Uint8Array> {
  const scene = { width: 320, height: 180, durationSeconds: 1, audio: false, seed };
  const labels = { prompt: 'p', model: 'm', aspectRatio: '16:9', resolution: '720p' };
  return await renderVideo({ ...scene, ...labels, jobId: 'j', accountLabel: 'a' });
}

/** The same film under another coding: what its sample entry says is all that differs. */
export function codedAs(coding: string, film: Uint8Array): Uint8Array {
  const bytes = Buffer.from(film);
  bytes.write(coding, bytes.lastIndexOf('avc1'), 'latin1');
  return bytes;
}

/** The same film, and then more boxes than any film needs. */
export function crowded(film: Uint8Array): Uint8Array {
  const free = Uint8Array.of(0, 0, 0, 8, ...Buffer.from('free', 'latin1'));
  const bytes = new Uint8Array(film.length + 300_000 * free.length);
  bytes.set(film);
  for (let at = film.length; at < bytes.length; at += free.length) bytes.set(free, at);
  return bytes;
}

/** The beginning of a WebM, with something behind it: nobody reads further. */
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
