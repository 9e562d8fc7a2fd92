import type { AspectRatio, Resolution } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { countOf, type ModelCondition, type VideoModelFacts } from '../models/video-model.ts';
import { pixelTables } from './pixels.ts';

/** Documented facts of a Seedance model. */
export interface ArkModel extends VideoModelFacts {
  readonly pixels: keyof typeof pixelTables;
  /** True if frames decide the shape of the video: the wire's word is then `adaptive`. */
  readonly framesDecideShape: boolean;
}

const aspectRatios: readonly AspectRatio[] = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const usual = {
  source: 'https://docs.byteplus.com/en/docs/ModelArk/1330310 (video generation models)',
  read: '2026-11-23',
  aspectRatios,
  promptLimit: null,
} as const;

export const soundNeedsPicture: ModelCondition = {
  parameter: 'references',
  reason: 'Seedance 2.0 accepts an audio reference only together with an image or video.',
  forbids: (request) => {
    const sounds = countOf(request, 'reference_audio');
    return sounds > 0 && sounds === request.references.length;
  },
};

type Particulars = Pick<ArkModel, 'durationsSeconds' | 'resolutions'> & Partial<ArkModel>;
/** US dollars for a million tokens; by resolution if they differ. */
type Rate = number | { readonly [R in Resolution]?: number };
interface Named extends Pick<VideoOffer, 'id' | 'displayName' | 'description'> {
  readonly international: string;
  /** Absent = not known to be offered in China. */
  readonly chinese?: string;
  readonly rate: Rate;
  /** Rate of a video with videos as references; absent = its family is not offered. */
  readonly rateWithVideos?: Rate;
  /** Source of the rates, and the day it was read; absent = the page with all prices. */
  readonly priced?: Pick<VideoOffer, 'source' | 'read'>;
}

/** BytePlus: what Volcengine asks for in yuan was not read, and is taken to be as much. */
export const pricePage = {
  source: 'https://docs.byteplus.com/en/docs/ModelArk/1544106',
  read: '2026-11-23',
};

/** Describes one model under its names in both regions, and the families it makes. */
export function seedance({ international, chinese, ...named }: Named, particulars: Particulars) {
  const shared: Omit<ArkModel, 'model'> = {
    ...usual,
    pixels: 'present',
    framesDecideShape: false,
    audio: 'optional',
    references: { first_frame: 1, last_frame: 1 },
    mostReferences: 2,
    conditions: [],
    ...particulars,
  };
  const names = [international, ...(chinese === undefined ? [] : [chinese])];
  const models = names.map((model): ArkModel => ({ ...shared, model }));
  const { rate, rateWithVideos, priced = pricePage, ...offered } = named;
  const offer = {
    ...offered,
    ...priced,
    ownedBy: 'bytedance',
    model: { 'ark-intl': international, ...(chinese !== undefined && { 'ark-cn': chinese }) },
    perSecond: tokensPerSecond(shared),
    dollars: dollarsPerToken(rate),
  };
  const { reference_video: _, ...withoutVideos } = shared.references;
  const facts = { ...shared, model: international };
  const {
    first_frame = 0,
    last_frame = 0,
    reference_image = 0,
    reference_audio = 0,
  } = withoutVideos;
  // Frames and references exclude each other.
  const most = Math.max(first_frame + last_frame, reference_image + reference_audio);
  const mostReferences = Math.min(shared.mostReferences, most);
  const families = [
    offerVideos({ ...facts, mostReferences }, { ...offer, only: { references: withoutVideos } }),
  ];
  if (rateWithVideos !== undefined) families.push(withVideos(facts, offer, rateWithVideos));
  return { models, families };
}

/** Offers a model's videos with videos as references: the seconds of these are billed too, as many as its own here. */
function withVideos(facts: ArkModel, offer: VideoOffer, rate: Rate): OfferedFamily {
  const tokens = Object.entries(offer.perSecond);
  const { first_frame: _, last_frame: __, ...references } = facts.references;
  return offerVideos(facts, {
    ...offer,
    id: `${offer.id}-video-references`,
    displayName: `${offer.displayName} Video References`,
    description: `${offer.displayName} with videos as references, and images or sounds beside them.`,
    leastReferences: 1,
    only: { references },
    perSecond: Object.fromEntries(tokens.map(([resolution, each]) => [resolution, 2 * each])),
    dollars: dollarsPerToken(rate),
  });
}

/** Of the largest shape and the shortest video: a video has one frame more than 24 for each second. */
function tokensPerSecond({
  pixels,
  resolutions,
  durationsSeconds: [shortest = 1],
}: Omit<ArkModel, 'model'>): VideoOffer['perSecond'] {
  return Object.fromEntries(
    resolutions.map((resolution) => {
      const shapes = Object.values(pixelTables[pixels][resolution] ?? {});
      const largest = Math.max(...shapes.map(({ width, height }) => width * height));
      return [resolution, Math.ceil((largest * (24 + 1 / shortest)) / 1_024)];
    }),
  );
}

function dollarsPerToken(rate: Rate): VideoOffer['dollars'] {
  if (typeof rate === 'number') return rate / 1_000_000;
  const rates = Object.entries(rate);
  return Object.fromEntries(rates.map(([resolution, of]) => [resolution, of / 1_000_000]));
}
