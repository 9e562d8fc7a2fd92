import {
  formatName,
  headBytes,
  type InspectMedia,
  type MediaInspection,
  type MediaType,
  type UnusableMedia,
} from '@filmgate/core';
import {
  type ContainerInspection,
  inspectContainer,
  type InspectContainer,
} from './inspect-container.ts';
import { recogniseMedia } from './recognise-media.ts';

/** Implements the port with a container inspection, on this thread or on another. */
export function createInspectMedia(inspect: InspectContainer): InspectMedia {
  return async (file, mediaType) => {
    const head = await file.read(0, Math.min(headBytes, file.size));
    const contentType = recogniseMedia(head) ?? null;
    if (contentType === null) return foreign(mediaType, null);
    if (isOtherForm(contentType, mediaType))
      return unmeasured(contentType, mediaType === 'image' ? 'PNG, JPEG or WebP' : 'MP4');
    return conclude(await inspect(file, mediaType), contentType, mediaType);
  };
}

/** Inspects a file on the calling thread. */
export const inspectMedia: InspectMedia = createInspectMedia(inspectContainer);

/** Forms that are checked: images, and videos in containers of boxes (ISO/IEC 14496-12). */
const checked = {
  video: /^(?:video\/(?:mp4|quicktime)|audio\/mp4)$/,
  image: /^image\/(?:png|jpeg|webp)$/,
} as const satisfies { readonly [M in MediaType]: RegExp };

/** True if the file is of the requested type, in a form that is not read further. */
function isOtherForm(contentType: string, mediaType: MediaType): boolean {
  const isPlayed = mediaType === 'video' && contentType === 'image/gif';
  const isOfMedium = contentType.startsWith(`${mediaType}/`) || isPlayed;
  return isOfMedium && !checked[mediaType].test(contentType);
}

function conclude(
  found: ContainerInspection,
  recognised: string,
  mediaType: MediaType,
): MediaInspection {
  const isQuickTime = recognised === 'video/quicktime';
  switch (found.kind) {
    case 'sound': {
      const { notes, ...facts } = found;
      const reported = isQuickTime ? [...notes, otherForm('video/quicktime', 'MP4')] : notes;
      const contentType = isQuickTime ? recognised : facts.contentType;
      return { ...facts, contentType, note: reported.length === 0 ? null : reported.join(' ') };
    }
    case 'unchecked': {
      if (!checked[mediaType].test(recognised)) return foreign(mediaType, recognised);
      const note = `The file could not be checked in full: ${found.reason}.`;
      return { kind: 'unchecked', contentType: recognised, note };
    }
    case 'unusable':
      return { ...found, contentType: recognised };
  }
}

function foreign(mediaType: MediaType, contentType: string | null): UnusableMedia {
  return mediaType === 'image'
    ? {
        kind: 'unusable',
        reason: 'not-an-image',
        message: 'The file is not a PNG, JPEG or WebP image.',
        contentType,
      }
    : { kind: 'unusable', reason: 'not-a-video', message: 'The file is not a video.', contentType };
}

function unmeasured(contentType: string, usual: string): MediaInspection {
  const note = `${otherForm(contentType, usual)} Its size and length were not checked.`;
  return { kind: 'unmeasured', contentType, note };
}

function otherForm(contentType: string, usual: string): string {
  return `The file is ${formatName(contentType)}, not ${usual}; some players cannot open it.`;
}
