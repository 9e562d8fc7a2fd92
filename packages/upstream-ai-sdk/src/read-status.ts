import type { VideoModel } from './video-model.ts';
import type { ModelStatus } from './model-messages.ts';

type StatusResult = Awaited<ReturnType<NonNullable<VideoModel['doStatus']>>>;

/** Returns the result of `doStatus` as JSON; of several videos, the first. */
export function readStatus(result: StatusResult): ModelStatus {
  switch (result.status) {
    case 'pending':
      return { kind: 'pending' };
    case 'error':
      return { kind: 'error', words: result.error };
    case 'completed':
      return videoIn(result.videos);
  }
}

function videoIn([video]: Extract<StatusResult, { status: 'completed' }>['videos']): ModelStatus {
  switch (video?.type) {
    case 'url':
      return { kind: 'at', url: video.url };
    case 'base64':
      return { kind: 'bytes', base64: video.data };
    case 'binary':
      return { kind: 'bytes', base64: Buffer.from(video.data).toString('base64') };
    case 'uploaded':
    case undefined:
      return { kind: 'withheld' };
  }
}
