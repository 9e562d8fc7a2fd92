import type { AtOnceReading } from '../engine/deliver-at-once.ts';
import type { JsonResponse } from '../engine/provider-description.ts';
import { objectIn, objectsIn, textIn } from '../json/json-fields.ts';

/** Maximum size of a response with one image in base64, in bytes: a 4K picture in PNG has up to 35 MB. */
export const largestImageResponse = 64 * 1024 * 1024;

/** Reads the image in a response of the OpenAI shape: `{data: [{b64_json} | {url}]}`. */
export function readImage({ body }: JsonResponse): AtOnceReading | undefined {
  for (const entry of objectsIn(objectIn(body)?.['data']) ?? []) {
    const base64 = textIn(entry['b64_json']);
    if (base64 !== undefined) return { output: { kind: 'inline', at: base64 } };
    const url = textIn(entry['url']);
    if (url !== undefined) return { output: { kind: 'foreign', at: url } };
  }
  return undefined;
}
