import { notPolled } from '../engine/deliver-at-once.ts';
import {
  type JsonResponse,
  type MultipartPart,
  type PreparedCall,
  type ProviderDescription,
  withoutOptions,
} from '../engine/provider-description.ts';
import { countIn, objectIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { acceptsImages, sizeOf } from '../models/image-model.ts';
import { largestImageResponse, readImage } from '../models/image-response.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { factsOf } from '../models/video-model.ts';
import { readRefusal, refusalsOf } from '../openai-videos/refusals.ts';
import { modelsProbe, optionalKey } from '../openai-videos/server-login.ts';
import { families, imageModels } from './models.ts';

/** OpenAI accepts 16 images of 50 MB each; the smaller limits are ours, because a whole request is in memory. */
const carriage: Carriage = {
  makes: 'image',
  media: {
    image: { contentTypes: ['image/png', 'image/jpeg', 'image/webp'], largest: 20_000_000 },
  },
  roles: ['reference_image'],
  largestTotal: 60_000_000,
  modelsHaveParts: true,
};
const writes = ['model', 'prompt', 'n', 'size', 'image', 'image[]'];

/** With images, the request is an edit, which is a form. */
function build({ route, request }: Parameters<ProviderDescription['build']>[0]): PreparedCall {
  const { prompt, references } = request;
  const size = sizeOf(factsOf(imageModels, route), request);
  const value = insertFixed({ model: route.model, prompt, n: 1, size }, route, writes);
  if (references.length === 0)
    return { path: '/images/generations', body: { kind: 'json', value } };
  const fields = Object.entries(value).map(
    ([name, field]): MultipartPart => ({
      name,
      text: typeof field === 'string' ? field : JSON.stringify(field),
    }),
  );
  const files = references.map(
    ({ sha256, contentType }, index): MultipartPart => ({
      name: references.length === 1 ? 'image' : 'image[]',
      fileName: `image-${index + 1}.${contentType.split('/')[1] ?? 'png'}`,
      contentType,
      sha256,
    }),
  );
  return { path: '/images/edits', body: { kind: 'multipart', parts: [...fields, ...files] } };
}

/** OpenAI states the tokens, each kind of which has its own price. */
function readMade(response: JsonResponse) {
  const image = readImage(response);
  const usage = objectIn(objectIn(response.body)?.['usage']);
  const amount = countIn(usage?.['total_tokens']);
  if (image === undefined || usage === undefined || amount === undefined) return image;
  return { ...image, usage: { unit: 'tokens', amount, figures: usage } as const };
}

/** OpenAI's images API, and servers of its shape at an address that the operator names. */
export const openaiImages = withoutOptions({
  protocol: 'openai-images',
  displayName: 'OpenAI images compatible',
  endpoints: {
    openai: { baseUrl: 'https://api.openai.com/v1', resultHosts: ['*.blob.core.windows.net'] },
  },
  credential: optionalKey,
  timing: {
    // Of a link: the first pause after a read that failed.
    minimumPollIntervalMs: 2_000,
    visibilityLagMs: 0,
    reconcileAfterMs: null,
    // Complex prompts take up to two minutes (OpenAI, image generation guide, read 2026-12-01).
    sendTimeoutMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'tokens',
  charges: 'success',
  models: imageModels,
  families,
  writes,
  accepts: acceptsImages(carriage, imageModels, 16),
  build,
  readAcceptance: () => undefined,
  readRefusal,
  refusals: refusalsOf({ like: 'standard' }),
  atOnce: { largest: largestImageResponse, read: readMade },
  poll: notPolled,
  probe: modelsProbe,
});
