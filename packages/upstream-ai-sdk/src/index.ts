export { type AiSdkVideos, aiSdkVideos } from './ai-sdk-videos.ts';
export type { ModelOptions } from './video-order.ts';
export { type ReadFailure, failedByState } from './read-failure.ts';
export type { MakeModel, VideoModel } from './video-model.ts';
