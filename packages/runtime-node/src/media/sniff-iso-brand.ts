/** The kinds of ISO base media file (ISO/IEC 14496-12) that may be assets. */
export type SniffedIsoFile =
  | { readonly kind: 'video'; readonly contentType: 'video/mp4'; readonly extension: 'mp4' }
  | { readonly kind: 'video'; readonly contentType: 'video/quicktime'; readonly extension: 'mov' }
  | { readonly kind: 'audio'; readonly contentType: 'audio/mp4'; readonly extension: 'm4a' };

const MP4 = { kind: 'video', contentType: 'video/mp4', extension: 'mp4' } as const;
const QUICKTIME = { kind: 'video', contentType: 'video/quicktime', extension: 'mov' } as const;
const M4A = { kind: 'audio', contentType: 'audio/mp4', extension: 'm4a' } as const;

const LARGEST_FTYP_BYTES = 1024;
const SOUND_BRANDS: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P ']);
const FILM_BRAND = /^(?:iso[m2-9a-c]|mp4[12]|avc1|av01|M4V[ HP]|MSNV|dash|msdh|f4v |cmf[c2])$/;
/** Still pictures (HEIF, AVIF, Canon raw) share the container. */
const PICTURE_BRAND = /^(?:hei[cmsx]|hev[cmsx]|mif[12]|msf1|avi[fsco]|crx |jpeg)$/;

/**
 * Tells files that begin with an `ftyp` box apart by their brands: the major brand decides, else the first
 * telling one among the compatible brands.
 *
 * @param head - at least the whole `ftyp` box
 */
export function sniffIsoBrand(head: Uint8Array): SniffedIsoFile | undefined {
  if (head.length < 16) return undefined;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  if (size < 16 || size % 4 !== 0 || size > LARGEST_FTYP_BYTES || size > head.length)
    return undefined;
  for (let at = 8; at < size; at = at === 8 ? 16 : at + 4) {
    const brand = String.fromCharCode(...head.subarray(at, at + 4));
    if (PICTURE_BRAND.test(brand)) return undefined;
    if (brand === 'qt  ') return QUICKTIME;
    if (SOUND_BRANDS.has(brand)) return M4A;
    if (FILM_BRAND.test(brand)) return MP4;
  }
  return undefined;
}
