import type { FastifyPluginAsync } from 'fastify';
import type { Paths } from '../../http/define-surface.ts';
import { acceptJsonOnly } from '../../http/json-body.ts';
import type { VideoTaskContext } from '../context.ts';
import { requireNativeKey } from '../credentials.ts';
import { nativeJobBody } from './native-job-request.ts';
import { createNativeContext, nativeJob } from './native-job.ts';
import { assetRecord, registerUploadAsset } from './upload-asset.ts';
import { registerCreateJob, registerGetJob, registerJobVideo } from './video-jobs.ts';

/** Named schemas of this dialect in the OpenAPI document. */
export const nativeSchemas = [
  { name: 'CreateNativeJob', schema: nativeJobBody },
  { name: 'NativeJob', schema: nativeJob },
  { name: 'Asset', schema: assetRecord },
];

/** Its paths and their methods. */
export const nativePaths: Paths = {
  '/api/v1/assets': ['POST'],
  '/api/v1/video-jobs': ['POST'],
  '/api/v1/video-jobs/:id': ['GET'],
  '/api/v1/video-jobs/:id/video': ['GET'],
};

/** The native dialect, spoken by the operator's own back end. */
export function nativeApi(videoTasks: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    const context = createNativeContext(videoTasks);
    app.addHook('onRequest', requireNativeKey(context));
    acceptJsonOnly(app);
    registerCreateJob(app, context);
    registerGetJob(app, context);
    registerJobVideo(app, context);
    await app.register(async (uploads) => registerUploadAsset(uploads, context));
  };
}
