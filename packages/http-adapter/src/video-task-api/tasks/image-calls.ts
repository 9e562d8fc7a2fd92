import type { FastifyPluginAsync } from 'fastify';
import {
  createWaits,
  type GenerationContext,
  type WaitingDeps,
} from '../../generations/generation-context.ts';
import { imageBodies } from '../../generations/image-request.ts';
import { imageList, type ImageRoute, registerImages } from '../../generations/image-routes.ts';
import { acceptMultipart } from '../../http/multipart-body.ts';
import { readIdempotencyKey } from '../../http/request-headers.ts';
import type { VideoTaskContext } from '../context.ts';
import { apiUserSecurity, ownerOf, quotaDecorator } from '../credentials.ts';
import { errorResponses, sendFailure } from '../failure.ts';
import { generationFailure } from '../generation-failure.ts';
import { creationHeaders, refuseWrongKey } from './create-task.ts';
import { creationKey, creationKeyLimits } from './creation-key.ts';
import { refuseBeforeBody } from './refuse-before-body.ts';

/** One key means one task, so that a call makes one image [tasks.image-calls.one]. */
const mostImagesAtOnce = 1;

/** Time after its end in which an image that reached no caller is handed to the client's own retry, in ms. */
const retryJoinMs = 60_000;

const bodies = imageBodies(mostImagesAtOnce);

/** Named schemas of these routes in the OpenAPI document. */
export const imageSchemas = [
  { name: 'ImageGeneration', schema: bodies.generations },
  { name: 'ImageEdit', schema: bodies.edits },
  { name: 'ImageList', schema: imageList },
];

/** `POST /v1/images/generations` and `/v1/images/edits` [tasks.image-calls.success]; forms are edits alone. */
export function imageCalls(context: VideoTaskContext, waiting: WaitingDeps): FastifyPluginAsync {
  return async (app) => {
    const images = generationContext(context, waiting);
    const refuseLongBody = refuseBeforeBody(context);
    const route = (endpoint: ImageRoute['endpoint']): ImageRoute => ({
      endpoint,
      schema: {
        tags: ['Images'],
        description:
          'Responds when the image is made. An Idempotency-Key header makes retries safe: the same key and content return the same image. The task of the image is listed and read like that of a video.',
        security: apiUserSecurity,
        headers: creationHeaders,
        body: bodies[endpoint],
        response: { 200: imageList, ...errorResponses },
      },
      onRequest: refuseWrongKey,
      preParsing: refuseLongBody,
    });
    registerImages(app, images, route('generations'));
    await app.register(async (edits) => {
      acceptMultipart(edits);
      registerImages(edits, images, route('edits'));
    });
  };
}

function generationContext(context: VideoTaskContext, waiting: WaitingDeps): GenerationContext {
  const deps = { ...context.deps, ...waiting };
  const { createBodyBytes, dataUrlBytes } = context.settings;
  return {
    surface: 'tasks',
    deps,
    settings: { createBodyBytes, dataUrlBytes, mostImagesAtOnce },
    links: context.links,
    ...createWaits(deps, retryJoinMs),
    begun: context.begun,
    orderOf: (request) => {
      const owner = ownerOf(request);
      const key = readIdempotencyKey(request.raw.rawHeaders, creationKeyLimits);
      return {
        owner,
        jobId: `vt_${deps.ids.next()}`,
        idempotency:
          key.kind === 'key'
            ? creationKey(owner, key.key)
            : { scope: `${owner}/images`, key: null },
        quota: request.getDecorator<number | null>(quotaDecorator),
      };
    },
    // One image is one task: there are no others.
    refuse: (reply, fault) => sendFailure(reply, generationFailure(fault)),
  };
}
