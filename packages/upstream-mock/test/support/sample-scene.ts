import type { VideoScene } from '../../src/media/scene/scene.ts';

/** A scene for a picture or a video, with some changes. */
export function scene(changes: Partial<VideoScene> = {}): VideoScene {
  return {
    width: 1280,
    height: 720,
    durationSeconds: 4,
    audio: false,
    prompt: 'A lighthouse on a cliff at dusk, \u706f\u5854 \ud83d\udc1a waves below',
    model: 'vidA-fast-4s-16x9-720p',
    aspectRatio: '16:9',
    resolution: '720p',
    seed: '42',
    jobId: 'vj_01jz8k3v9q6w2x4y5z7a8b9c0d',
    accountLabel: 'studio-1',
    ...changes,
  };
}
