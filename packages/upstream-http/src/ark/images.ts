import type { UpstreamUsage } from '@filmgate/core';
import type { AtOnceRule } from '../engine/deliver-at-once.ts';
import { countIn, objectIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { acceptsImages, sizeOf } from '../models/image-model.ts';
import { largestImageResponse, readImage } from '../models/image-response.ts';
import { dataUrlsOf } from '../models/reference-slots.ts';
import { factsOf } from '../models/video-model.ts';
import type { BuildFields, ImagePart } from '../models/video-protocol.ts';
import { mostImages, seedreamFamilies, seedreamModels } from './image-models.ts';

const path = '/images/generations';

/** Base64 makes four bytes of three, and a request has at most 64 MB. */
const carriage: Carriage = {
  makes: 'image',
  media: {
    image: {
      contentTypes: ['image/png', 'image/jpeg'],
      largest: 10_000_000,
      picture: {
        leastSide: 15,
        mostSide: null,
        mostRatio: 16,
        source:
          'https://docs.byteplus.com/en/docs/ModelArk/1541523 (image generation API), in copies',
        read: '2026-12-01',
      },
    },
  },
  roles: ['reference_image'],
  largestTotal: 47_000_000,
};
const ofRequest = ['model', 'prompt', 'image', 'size', 'sequential_image_generation'];
const writes = [...ofRequest, 'response_format', 'watermark'];

const build: BuildFields = ({ route, request }) => {
  const { prompt, references } = request;
  const fields = {
    model: route.model,
    prompt,
    ...(references.length > 0 && { image: dataUrlsOf(request, 'reference_image') }),
    size: sizeOf(factsOf(seedreamModels, route), request),
    // One image: `auto` may make up to 15, and bills each.
    sequential_image_generation: 'disabled',
    response_format: 'url',
    watermark: false,
  };
  return { path, fields };
};

/** "Only images generated successfully are billed", by their output tokens. */
const read: AtOnceRule['read'] = (response) => {
  const image = readImage(response);
  const figures = objectIn(objectIn(response.body)?.['usage']);
  const amount = countIn(figures?.['output_tokens']);
  if (image === undefined || figures === undefined || amount === undefined) return image;
  const usage: UpstreamUsage = { unit: 'tokens', amount, figures };
  return { ...image, usage };
};

/** Seedream, whose images come in the response as links that expire in 24 hours. */
export const seedream: ImagePart = {
  models: seedreamModels,
  families: seedreamFamilies,
  writes,
  accepts: acceptsImages(carriage, seedreamModels, mostImages),
  build,
  // Fourteen images have to arrive first.
  atOnce: {
    isFor: (call) => call.path === path,
    largest: largestImageResponse,
    sendTimeoutMs: 600_000,
    read,
  },
};
