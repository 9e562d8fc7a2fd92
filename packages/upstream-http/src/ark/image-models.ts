import type { OfferedFamily } from '../engine/provider-description.ts';
import type { ImageModelFacts } from '../models/image-model.ts';
import { offerImages } from '../models/offer-images.ts';

/** Maximum images in a request. */
export const mostImages = 14;

/** The sizes that the documents recommend at 2K. */
export const seedreamSizes = {
  '21:9': '3024x1296',
  '16:9': '2560x1440',
  '3:2': '2496x1664',
  '4:3': '2304x1728',
  '1:1': '2048x2048',
  '3:4': '1728x2304',
  '2:3': '1664x2496',
  '9:16': '1440x2560',
} as const;

const facts = {
  source: 'https://docs.byteplus.com/en/docs/ModelArk/1541523 (size), in copies',
  read: '2026-12-01',
  sizes: seedreamSizes,
  promptLimit: 4_000,
} as const;

/** Output tokens of the largest size: its pixels by 256. */
const tokensPerImage = 16_384;

interface Named {
  readonly id: string;
  readonly version: string;
  readonly displayName: string;
  /** US cents for an image. */
  readonly cents: number;
}

function seedream({ id, version, displayName, cents }: Named): OfferedFamily {
  return offerImages({
    id,
    displayName,
    description: `${displayName} by ByteDance, 2K.`,
    ownedBy: 'bytedance',
    aspectRatios: ['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'],
    resolutions: ['2k'],
    mostReferences: mostImages,
    promptLimit: facts.promptLimit,
    creditsPerSecond: { '2k': cents },
    model: { 'ark-intl': version, 'ark-cn': `doubao-${version}` },
    route: { cost: { each: tokensPerImage } },
    source: 'https://docs.byteplus.com/en/docs/ModelArk/1544106, as resellers repeat it',
    read: '2026-12-01',
  });
}

export const seedreamFamilies: readonly OfferedFamily[] = [
  seedream({
    id: 'seedream-4.5',
    version: 'seedream-4-5-251128',
    displayName: 'Seedream 4.5',
    cents: 4,
  }),
  seedream({
    id: 'seedream-4.0',
    version: 'seedream-4-0-250828',
    displayName: 'Seedream 4.0',
    cents: 3,
  }),
];

export const seedreamModels: readonly ImageModelFacts[] = seedreamFamilies.flatMap(({ model }) =>
  (typeof model === 'string' ? [model] : Object.values(model)).map((name) => ({
    model: name,
    ...facts,
  })),
);
