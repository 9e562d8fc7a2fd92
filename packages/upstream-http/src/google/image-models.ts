import type { AspectRatio } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { asMade, type ImageModelFacts } from '../models/image-model.ts';
import { offerImages } from '../models/offer-images.ts';
import type { TokenPrices } from './token-prices.ts';

/** Maximum images in a request. */
export const mostImages = 14;

const aspectRatios: readonly AspectRatio[] = [
  ...(['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'] as const),
];

interface Named {
  readonly model: string;
  readonly displayName: string;
  /** Output tokens of an image. */
  readonly tokens: { readonly '1k': number; readonly '2k': number };
  readonly prices: TokenPrices;
  readonly source: string;
  /** The page that repeats Google's prices, as the end of a sentence. */
  readonly priced: string;
}

function gemini({ model, displayName, tokens, prices, source, priced }: Named) {
  const millionths = (size: keyof typeof tokens) => Math.ceil(tokens[size] * prices.media);
  const perSecond = { '1k': millionths('1k'), '2k': millionths('2k') };
  const cents = (size: keyof typeof tokens) => Math.ceil(perSecond[size] / 10_000);
  const facts: ImageModelFacts = {
    model,
    sizes: asMade(aspectRatios),
    promptLimit: 32_000,
    source,
    read: '2026-12-01',
  };
  const family = offerImages({
    id: model,
    displayName,
    description: `${displayName} by Google, 1K or 2K.`,
    ownedBy: 'google',
    aspectRatios,
    resolutions: ['1k', '2k'],
    promptLimit: facts.promptLimit,
    creditsPerSecond: { '1k': cents('1k'), '2k': cents('2k') },
    mostReferences: mostImages,
    model,
    route: { cost: { perSecond } },
    source: `https://ai.google.dev/gemini-api/docs/pricing, as ${priced}`,
    read: '2026-12-01',
  });
  return { facts, family, prices };
}

const models = [
  // Successor of Gemini 3.1 Flash Image, which the Gemini API shut down on 2026-10-29.
  gemini({
    model: 'gemini-nano-banana-2.1',
    displayName: 'Nano Banana 2.1',
    tokens: { '1k': 1_120, '2k': 1_680 },
    prices: { input: 1.5, words: 7.5, media: 30 },
    source:
      'https://github.com/BerriAI/litellm/discussions/44983, and @tanstack/ai-gemini 0.36.0 for the shapes',
    priced: 'https://github.com/BerriAI/litellm/discussions/44983 repeats it',
  }),
  gemini({
    model: 'gemini-3-pro-image',
    displayName: 'Gemini 3 Pro Image',
    tokens: { '1k': 1_120, '2k': 1_120 },
    prices: { input: 2, words: 12, media: 120 },
    source:
      'https://cloud.google.com/vertex-ai/generative-ai/docs/models/gemini/3-pro-image, in copies',
    priced: 'https://github.com/HeyPuter/puter/pull/2562 repeats it',
  }),
];

export const geminiModels: readonly ImageModelFacts[] = models.map(({ facts }) => facts);
export const geminiFamilies: readonly OfferedFamily[] = models.map(({ family }) => family);
/** Prices of tokens by model. */
export const geminiPrices: { readonly [model: string]: TokenPrices } = Object.fromEntries(
  models.map(({ facts, prices }) => [facts.model, prices]),
);
