const firstHighSurrogate = 0xd800;
const lastHighSurrogate = 0xdbff;
const firstLowSurrogate = 0xdc00;
const lastLowSurrogate = 0xdfff;

/** Unicode code points in a text; a surrogate without its partner counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < firstHighSurrogate || unit > lastHighSurrogate) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= firstLowSurrogate && next <= lastLowSurrogate) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
