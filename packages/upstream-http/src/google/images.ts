import type { GenerationRequest, JsonValue, UpstreamUsage } from '@filmgate/core';
import type { AtOnceRule } from '../engine/deliver-at-once.ts';
import { countIn, objectIn, objectsAmong, objectsIn, textIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { acceptsImages } from '../models/image-model.ts';
import { largestImageResponse } from '../models/image-response.ts';
import { slotOf } from '../models/reference-slots.ts';
import type { BuildFields, ImagePart } from '../models/video-protocol.ts';
import { geminiFamilies, geminiModels, geminiPrices, mostImages } from './image-models.ts';
import { costOf, pricesOf } from './token-prices.ts';

/** "Maximum file size per file for inline data: 7 MB"; base64 makes four bytes of three, and a request has 20 MB. */
const carriage: Carriage = {
  makes: 'image',
  media: { image: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], largest: 7_000_000 } },
  roles: ['reference_image'],
  largestTotal: 14_000_000,
};
const writes = ['contents', 'generationConfig'];
const call = /^\/v1beta\/models\/([^/]+):generateContent$/;

const build: BuildFields = ({ route, request }) => {
  const { aspectRatio, resolution } = request;
  const fields = {
    contents: [{ role: 'user', parts: partsOf(request) }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio, imageSize: resolution.toUpperCase() },
    },
  };
  return { path: `/v1beta/models/${route.model}:generateContent`, fields };
};

function partsOf({ prompt, references }: GenerationRequest) {
  const images = references.map((one) => ({
    inlineData: { mimeType: one.contentType, data: slotOf(one, 'base64') },
  }));
  return [{ text: prompt }, ...images];
}

/** Reads the last image of a response: a model that thinks may show drafts before it, marked as thoughts. */
const read: AtOnceRule['read'] = ({ body }) => {
  const at = partsIn(body)
    .filter(({ thought }) => thought !== true)
    .flatMap(({ inlineData }) => textIn(objectIn(inlineData)?.['data']) ?? [])
    .at(-1);
  const usage = usageIn(body);
  if (at === undefined) return undefined;
  return { output: { kind: 'inline', at }, ...(usage !== undefined && { usage }) };
};

function partsIn(body: JsonValue) {
  const candidates = objectsIn(objectIn(body)?.['candidates']) ?? [];
  return candidates.flatMap(({ content }) => objectsAmong(objectIn(content)?.['parts']) ?? []);
}

/** Returns the output tokens that were counted for an image. */
function imageTokensIn(body: JsonValue): number | undefined {
  const counted = objectIn(objectIn(body)?.['usageMetadata']) ?? {};
  const ofImage = objectsAmong(counted['candidatesTokensDetails'])?.find(
    ({ modality }) => modality === 'IMAGE',
  );
  return countIn(ofImage?.['tokenCount']);
}

/** Reads the counted tokens; undefined unless the response says which of them are of the image. */
function usageIn(body: JsonValue): UpstreamUsage | undefined {
  const { usageMetadata, modelVersion } = objectIn(body) ?? {};
  const prices = pricesOf(geminiPrices, modelVersion);
  const counted = objectIn(usageMetadata) ?? {};
  const input = countIn(counted['promptTokenCount'] ?? 0);
  const output = countIn(counted['candidatesTokenCount']);
  const thoughts = countIn(counted['thoughtsTokenCount'] ?? 0);
  const media = imageTokensIn(body);
  if (prices === undefined || input === undefined || output === undefined) return undefined;
  if (thoughts === undefined || media === undefined || media > output) return undefined;
  const figures = {
    input_tokens: input,
    word_tokens: output - media + thoughts,
    media_tokens: media,
  };
  return { unit: 'usd', amount: costOf(figures, prices), figures };
}

/** Reasons of an end without an image: of safety, and others. */
const withheld = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/;

/**
 * Returns the refusal in a successful response that has no image: the prompt was blocked, the image was withheld, or
 * words came in its place; undefined for all others, and where tokens of an image were counted.
 */
export function withheldIn(body: JsonValue) {
  const { candidates, promptFeedback } = objectIn(body) ?? {};
  const blocked = textIn(objectIn(promptFeedback)?.['blockReason']);
  const ended = objectsIn(candidates)?.map(({ finishReason }) => textIn(finishReason));
  const reason = blocked ?? ended?.find((one) => one !== undefined && withheld.test(one));
  const parts = partsIn(body);
  const isWordsAlone = parts.every(({ text }) => typeof text === 'string');
  if (!isWordsAlone || (imageTokensIn(body) ?? 0) > 0) return undefined;
  if (reason !== undefined) return { code: 'image_withheld', message: reason };
  const said = parts.filter(({ thought }) => thought !== true);
  const words = said.flatMap(({ text }) => textIn(text) ?? []).at(-1);
  const isEnd = ended?.every((one) => one === 'STOP') === true;
  return words === undefined || !isEnd ? undefined : { code: 'image_withheld', message: words };
}

/** Gemini's image models, by a call whose response has the image itself. */
export const geminiImages: ImagePart = {
  models: geminiModels,
  families: geminiFamilies,
  writes,
  accepts: acceptsImages(carriage, geminiModels, mostImages),
  build,
  atOnce: {
    isFor: ({ path }) => call.test(path),
    largest: largestImageResponse,
    sendTimeoutMs: 600_000,
    read,
  },
};
