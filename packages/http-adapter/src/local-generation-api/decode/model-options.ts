import { checkPrompt, type ModelFamily } from '@filmgate/core';
import { z } from 'zod';
import type { Fields } from '../../mechanics/field-reader.ts';
import type { LocalFieldReader } from './local-field-reader.ts';
import { readPrompt } from './read-prompt.ts';

const anyFlag = z.boolean();
const anyText = z.string();

/** `generate_audio`: a wish the model cannot meet is refused, never dropped. */
export function readAudio(
  reader: LocalFieldReader,
  body: Fields,
  { id, audio }: ModelFamily,
): boolean | undefined {
  const param = 'generate_audio';
  const rule = 'must be true or false';
  const wanted = reader.read(body[param], { param, schema: anyFlag, rule });
  if (wanted === true && audio === 'none')
    reader.refuse(param, `${param} cannot be true: ${id} makes no sound.`);
  if (wanted === false && audio === 'always')
    reader.refuse(param, `${param} cannot be false: ${id} always makes sound.`);
  return wanted;
}

/** `negative_prompt`: null where nothing is asked. */
export function readNegativePrompt(
  reader: LocalFieldReader,
  body: Fields,
  { id, negativePrompt, promptLimit }: ModelFamily,
): string | null {
  const param = 'negative_prompt';
  const text = reader.read(body[param], { param, schema: anyText, rule: 'must be text' });
  const { kind } = checkPrompt(text, promptLimit);
  if (text === undefined || kind === 'absent' || kind === 'blank') return null;
  if (!negativePrompt) {
    reader.refuse(param, `${param} cannot be used: ${id} takes none.`);
    return null;
  }
  return readPrompt(reader, [{ text, param }], { promptLimit });
}
