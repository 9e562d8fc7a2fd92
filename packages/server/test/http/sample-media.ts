import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG; `shade` makes pictures with different bytes. */
export function pngBytes(
  shade = 128,
  { width, height } = { width: 16, height: 16 },
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width + 1), shade);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function pngFile(name: string, shade?: number): File {
  return new File([pngBytes(shade)], name, { type: 'image/png' });
}

export function pngDataUrl(shade?: number): string {
  return `data:image/png;base64,${Buffer.from(pngBytes(shade)).toString('base64')}`;
}

export interface SampleMedia {
  readonly name: string;
  readonly contentType: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const jpegBase64 =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////' +
  '////////////////////////////wAALCAAQABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAA' +
  'AAAAAAAAAAD/2gAIAQEAAD8AN//Z';
const webpBase64 = 'UklGRhoAAABXRUJQVlA4TA0AAAAvD8ADEAcQERGIiP4HAA==';

/** One file of each type the native API accepts, by its magic bytes [native.assets.types]. */
export const sampleMedia: readonly SampleMedia[] = [
  { name: 'png', contentType: 'image/png', kind: 'image', bytes: pngBytes() },
  { name: 'jpeg', contentType: 'image/jpeg', kind: 'image', bytes: fromBase64(jpegBase64) },
  { name: 'webp', contentType: 'image/webp', kind: 'image', bytes: fromBase64(webpBase64) },
  { name: 'mp4', contentType: 'video/mp4', kind: 'video', bytes: isoFile('isom') },
  { name: 'webm', contentType: 'video/webm', kind: 'video', bytes: webmHeader() },
  { name: 'quicktime', contentType: 'video/quicktime', kind: 'video', bytes: isoFile('qt  ') },
  { name: 'mp3', contentType: 'audio/mpeg', kind: 'audio', bytes: mp3Header() },
  { name: 'wav', contentType: 'audio/wav', kind: 'audio', bytes: wavFile() },
  { name: 'm4a', contentType: 'audio/mp4', kind: 'audio', bytes: isoFile('M4A ') },
  { name: 'aac', contentType: 'audio/aac', kind: 'audio', bytes: adtsFrame() },
];

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** An `ftyp` and an empty `mdat`: ISO/IEC 14496-12 §4.3. */
function isoFile(brand: string): Uint8Array<ArrayBuffer> {
  const type = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\x02\0${brand}mp42`, 'latin1');
  return joined(type, Buffer.from('\0\0\0\x08mdat', 'latin1'));
}

/** The EBML header of a WebM file: RFC 8794 §11.2. */
function webmHeader(): Uint8Array<ArrayBuffer> {
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1];
  const sizes = [0x42, 0xf2, 0x81, 4, 0x42, 0xf3, 0x81, 8, 0x42, 0x82, 0x84];
  const versions = [0x42, 0x87, 0x81, 4, 0x42, 0x85, 0x81, 2];
  return joined(
    Buffer.from([...head, ...sizes]),
    Buffer.from('webm', 'latin1'),
    Buffer.from(versions),
  );
}

/** An ID3v2.3 tag and one silent MPEG-1 layer III frame of 128 kbit/s and 44.1 kHz. */
function mp3Header(): Uint8Array<ArrayBuffer> {
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return joined(tag, frame);
}

function wavFile(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(48);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(40, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(16000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(4, 40);
  return joined(bytes);
}

/** Two ADTS frames of 16 bytes: ISO/IEC 13818-7 §6.2. */
function adtsFrame(): Uint8Array<ArrayBuffer> {
  const frame = Buffer.alloc(16);
  frame.set([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]);
  return joined(frame, frame);
}
