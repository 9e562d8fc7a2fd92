import { text, u8, u32 } from '../bytes.ts';
import { box, fullBox } from './box.ts';

/** Text shown by players and probes, in full and in any script. */
export interface MovieTexts {
  readonly title: string;
  readonly comment: string;
  readonly encoder: string;
}

const UTF8_TEXT = 1;

/** `udta` with the item list that iTunes introduced and every player reads: ©nam, ©cmt, ©too. */
export function userDataBox(texts: MovieTexts): Uint8Array {
  return box(
    'udta',
    fullBox(
      { type: 'meta' },
      fullBox({ type: 'hdlr' }, u32(0), text('mdirappl'), u32(0, 0), u8(0)),
      box(
        'ilst',
        textItem('\u00a9nam', texts.title),
        textItem('\u00a9cmt', texts.comment),
        textItem('\u00a9too', texts.encoder),
      ),
    ),
  );
}

function textItem(type: string, value: string): Uint8Array {
  return box(type, box('data', u32(UTF8_TEXT, 0), new TextEncoder().encode(value)));
}
