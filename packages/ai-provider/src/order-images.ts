import { Buffer } from 'node:buffer';
import {
  type Experimental_VideoModelV4CallOptions as CallOptions,
  type Experimental_VideoModelV4File as File,
  type JSONObject,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';

/**
 * Returns the images of an order, each with its role: the gateway would use only the first one without a role.
 *
 * @throws UnsupportedFunctionalityError for a reference that is no image
 */
export function imagesOf({
  image,
  frameImages = [],
  inputReferences = [],
}: Pick<CallOptions, 'image' | 'frameImages' | 'inputReferences'>): readonly JSONObject[] {
  // The AI SDK repeats a first frame as the image of the prompt.
  const hasFirst = frameImages.some(({ frameType }) => frameType === 'first_frame');
  const first = image === undefined || hasFirst ? [] : [itemOf(image, 'first_frame')];
  const frames = frameImages.map((frame) => itemOf(frame.image, frame.frameType));
  const references = inputReferences.map((file) => itemOf(file, 'reference_image'));
  return [...first, ...frames, ...references];
}

function itemOf(file: File, role: string): JSONObject {
  const { mediaType } = file;
  if (mediaType !== undefined && !mediaType.startsWith('image/')) {
    throw new UnsupportedFunctionalityError({
      functionality: 'inputReferences',
      message: `Filmgate takes images as references, and no ${mediaType}.`,
    });
  }
  return { url: file.type === 'url' ? file.url : dataUrl(file), role };
}

function dataUrl({ mediaType, data }: Extract<File, { readonly type: 'file' }>): string {
  const base64 = typeof data === 'string' ? data : Buffer.from(data).toString('base64');
  return `data:${mediaType};base64,${base64}`;
}
