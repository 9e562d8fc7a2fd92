/** What the header of a WebP says. */
export interface WebpHeader {
  readonly contentType: 'image/webp';
  /** Pixels; zeros when the header is damaged, `missing` when the bytes end before it. */
  readonly size: { readonly width: number; readonly height: number } | 'missing';
  /** Whether the bytes reach to the end of the picture. */
  isComplete(): boolean;
}

const DAMAGED = { width: 0, height: 0 } as const;
/** Up to the end of the size: lossless pictures say it first thing. */
const LOSSLESS_HEADER_BYTES = 25;
const HEADER_BYTES = 30;

/**
 * Reads a WebP header; undefined when the bytes are no WebP.
 *
 * @see RFC 9649 §2.5 to §2.7, RFC 6386 §9.1
 */
export function inspectWebp(bytes: Uint8Array): WebpHeader | undefined {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunk = textAt(bytes, 12);
  const needed = chunk === 'VP8L' ? LOSSLESS_HEADER_BYTES : HEADER_BYTES;
  const size = bytes.length < needed ? 'missing' : readSize(view, chunk);
  return {
    contentType: 'image/webp',
    size,
    isComplete: () => view.getUint32(4, true) + 8 <= bytes.length,
  };
}

function readSize(view: DataView, chunk: string): WebpHeader['size'] {
  switch (chunk) {
    case 'VP8 ': {
      const isKeyFrame =
        view.getUint8(23) === 0x9d && view.getUint8(24) === 0x01 && view.getUint8(25) === 0x2a;
      if (!isKeyFrame) return DAMAGED;
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return DAMAGED;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 };
    default:
      return DAMAGED;
  }
}

function readUint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

function textAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
