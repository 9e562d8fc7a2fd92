import type { AtOnceReading } from '../engine/deliver-at-once.ts';
import { dataUrlHead } from '../engine/read-json.ts';
import type { JsonResponse } from '../engine/provider-description.ts';
import { objectIn, objectsIn, textIn } from '../json/json-fields.ts';

/** Maximum size of a response with one image in base64, in bytes: a 4K picture in PNG has up to 35 MB. */
export const largestImageResponse = 64 * 1024 * 1024;

/** Reads the image in a response of the OpenAI form: `{data: [{b64_json} | {url}]}`, also as data URLs. */
export function readImage({ body }: JsonResponse): AtOnceReading | undefined {
  for (const entry of objectsIn(objectIn(body)?.['data']) ?? []) {
    const base64 = textIn(entry['b64_json']);
    const said = base64 ?? textIn(entry['url']);
    if (said === undefined) continue;
    const [head] = dataUrlHead.exec(said) ?? [];
    if (base64 === undefined && head === undefined)
      return { output: { kind: 'foreign', at: said, mediaType: 'image' } };
    return { output: { kind: 'inline', at: said.slice(head?.length ?? 0) } };
  }
  return undefined;
}
