import type { OfferedFamily } from '../engine/provider-description.ts';
import type { ImageModelFacts } from '../models/image-model.ts';
import { offerImages } from '../models/offer-images.ts';

const facts = {
  source: 'https://developers.openai.com/api/reference/resources/images/methods/generate (size)',
  read: '2026-12-01',
  sizes: { '1:1': '1024x1024', '3:2': '1536x1024', '2:3': '1024x1536' },
  promptLimit: 32_000,
} as const;

/** The image models of OpenAI itself; models of other servers make the size that is asked for. */
export const imageModels: readonly ImageModelFacts[] = [
  'gpt-image-2',
  'gpt-image-1.5',
  'gpt-image-1',
  'gpt-image-1-mini',
].map((model) => ({ model, ...facts }));

/** Output tokens of an image of medium quality: 1,056 of a square, up to 1,584 of the others. */
const mediumTokens = 1_584;
const pricing = {
  source:
    'https://community.openai.com/t/1371851 (output tokens by quality and size, at the output price of the model)',
  read: '2026-12-01',
};

/** A family of one image model at medium quality; an operator's catalog may offer others. */
function gptImage(
  model: string,
  { displayName, dollars }: { readonly displayName: string; readonly dollars: number },
): OfferedFamily {
  return offerImages({
    id: model,
    displayName,
    description: `${displayName} by OpenAI, medium quality.`,
    ownedBy: 'openai',
    ...pricing,
    aspectRatios: ['1:1', '3:2', '2:3'],
    resolutions: ['1k'],
    mostReferences: 16,
    promptLimit: facts.promptLimit,
    creditsPerSecond: { '1k': Math.ceil(dollars * 100) },
    model,
    route: { cost: { each: mediumTokens }, fixed: { quality: 'medium' } },
  });
}

export const families: readonly OfferedFamily[] = [
  gptImage('gpt-image-1.5', { displayName: 'GPT Image 1.5', dollars: 0.050688 }),
  gptImage('gpt-image-1-mini', { displayName: 'GPT Image 1 mini', dollars: 0.012672 }),
];
