/** Why a file cannot be delivered as a video. */
export const mp4UnusableReasons = [
  'empty',
  'not-a-video',
  'truncated',
  'malformed',
  'too-complex',
  'no-video-track',
  'several-video-tracks',
  'codec-not-allowed',
] as const;

/** One of the closed set of reasons. */
export type Mp4UnusableReason = (typeof mp4UnusableReasons)[number];

/** A file that is not a whole, playable MP4. The message holds nothing of the file but box names. */
export interface Mp4Unusable {
  readonly kind: 'unusable';
  readonly reason: Mp4UnusableReason;
  readonly message: string;
}

/** Makes a refusal. */
export function unusable(reason: Mp4UnusableReason, message: string): Mp4Unusable {
  return { kind: 'unusable', reason, message };
}
