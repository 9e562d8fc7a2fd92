import { createFieldCursor } from './inspect-field-cursor.ts';

/**
 * Where the media that a `sidx` box announces ends: a file cut exactly between two fragments is whole in
 * every box, and only this tells that more was to come.
 *
 * @param payload - the content of the box
 * @param boxEnd - file offset behind the box, from which its references count
 * @returns a file offset; `boxEnd` when the box cannot be read, as nothing needs it for playing
 * @see ISO/IEC 14496-12 §8.16.3
 */
export function announcedEnd(payload: Uint8Array, boxEnd: number): number {
  const cursor = createFieldCursor(payload);
  const version = cursor.u8();
  cursor.skip(11);
  if (version === 1) cursor.skip(8);
  else cursor.skip(4);
  let end = boxEnd + (version === 1 ? cursor.u64() : cursor.u32());
  cursor.skip(2);
  const references = cursor.u16();
  if (cursor.exhausted() || references * 12 > cursor.remaining()) return boxEnd;
  for (let index = 0; index < references; index += 1) {
    end += cursor.u32() & 0x7f_ff_ff_ff;
    cursor.skip(8);
  }
  return end;
}
