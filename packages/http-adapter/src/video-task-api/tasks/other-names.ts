import { only, type OtherNameRules } from '../../field-names/check-other-names.ts';
import { namesOf } from '../../field-names/names-by-meaning.ts';

const notAField = (instead: string) => ({
  rule: `is not a field of this request; use ${instead}`,
});

/** Rules of a creation for the names of other services [tasks.fields.other-names]. */
export const otherNameRules: OtherNameRules = {
  model: 'read',
  picture: 'read',
  firstFrame: 'read',
  lastFrame: 'read',
  seconds: 'read',
  aspect: 'read',
  audioFlag: 'read',
  reference: notAField('images, with the role reference_image'),
  otherMaterial: { rule: 'is not supported; only images are' },
  size: notAField('aspect_ratio and resolution'),
  resolution: { ...notAField('resolution'), allows: only('auto') },
  quality: 'harmless',
  frames: notAField('seconds; the frame rate cannot be chosen'),
  sound: notAField('generate_audio'),
  count: { allows: only(1), rule: 'must be 1: a task generates one video' },
  stream: { allows: only(false, 0), rule: 'must be false: poll the task until it has ended' },
  form: {
    allows: only('url', 'mp4', 'video/mp4', 'auto', 'opaque', false),
    rule: 'must be url: the video is an MP4 behind video_url',
  },
};

/** Names a creation reads beside its own. */
export const readNames: readonly string[] = [
  ...namesOf('model'),
  ...namesOf('picture'),
  ...namesOf('firstFrame'),
  ...namesOf('lastFrame'),
  ...namesOf('seconds'),
  ...namesOf('aspect'),
  ...namesOf('audioFlag'),
];
