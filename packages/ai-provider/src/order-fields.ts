import {
  type Experimental_VideoModelV4CallOptions as CallOptions,
  InvalidArgumentError,
  type JSONObject,
  type SharedV4Warning,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { imagesOf } from './order-images.ts';

/** Body of the POST that orders a video, and the settings of the call that it leaves out. */
export interface OrderFields {
  readonly body: JSONObject;
  readonly warnings: readonly SharedV4Warning[];
}

/** Call that starts a video; only `experimental_startVideo` has the URL. */
export type StartOptions = CallOptions & { readonly webhookUrl?: string };

/**
 * Maps a call to the fields of the gateway. What the gateway has no field for is refused if it changes the video that
 * is bought, or the form in which it comes. Values are left to the gateway, which knows its models.
 *
 * @param resolution name of a resolution from the options of this provider
 * @throws UnsupportedFunctionalityError or InvalidArgumentError before anything is sent
 */
export function orderFieldsOf(
  modelId: string,
  options: StartOptions,
  resolution: string | undefined,
): OrderFields {
  refuseUnsupported(options);
  const { prompt, duration, generateAudio, seed } = options;
  const images = imagesOf(options);
  return {
    body: {
      model: modelId,
      ...(prompt !== undefined && { prompt }),
      ...(duration !== undefined && { seconds: duration }),
      ...(generateAudio !== undefined && { generate_audio: generateAudio }),
      ...shapeOf(options, resolution),
      ...(images.length > 0 && { images: [...images] }),
    },
    warnings: seed === undefined ? [] : [seedIgnored],
  };
}

const seedIgnored: SharedV4Warning = {
  type: 'unsupported',
  feature: 'seed',
  details: 'Filmgate sends no seed to its providers: the video differs each time.',
};

function refuseUnsupported({ n, fps, webhookUrl }: StartOptions): void {
  if (n > 1) {
    throw unsupported(
      'n',
      'One order is one video: leave maxVideosPerCall at 1, and n makes several orders.',
    );
  }
  if (fps !== undefined) {
    throw unsupported('fps', 'The model decides the frame rate, and fps cannot be ordered.');
  }
  if (webhookUrl !== undefined) {
    throw unsupported('webhookUrl', 'Filmgate calls no webhook: read the status until the end.');
  }
}

/** Returns resolution and aspect: pixels state both, and the gateway takes a size alone for an aspect. */
function shapeOf(
  { aspectRatio, resolution: pixels }: StartOptions,
  resolution: string | undefined,
): JSONObject {
  const aspect = aspectRatio === undefined ? {} : { aspect_ratio: aspectRatio };
  if (pixels === undefined) return { ...aspect, ...(resolution !== undefined && { resolution }) };
  if (resolution !== undefined) {
    throw invalidShape('resolution and providerOptions.filmgate.resolution exclude each other.');
  }
  const [width, height] = numbersOf(pixels, 'x');
  if (width === undefined || height === undefined) {
    throw invalidShape(`resolution must be <width>x<height>, not ${pixels}.`);
  }
  const named = `${Math.min(width, height)}p`;
  if (aspectRatio === undefined) return { size: pixels, resolution: named };
  if (!isNear(width / height, aspectRatio)) {
    throw invalidShape(`resolution ${pixels} does not have the aspectRatio ${aspectRatio}.`);
  }
  return { ...aspect, resolution: named };
}

/** True if a ratio is within 1 % of an aspect, as the gateway compares it, or the aspect is no pair of numbers. */
function isNear(ratio: number, aspect: string): boolean {
  const [width, height] = numbersOf(aspect, ':');
  if (width === undefined || height === undefined) return true;
  return Math.abs(ratio / (width / height) - 1) <= 0.01;
}

function numbersOf(text: string, sign: string): readonly number[] {
  const parts = text.split(sign);
  const areWhole = parts.length === 2 && parts.every((part) => /^[1-9]\d{0,4}$/.test(part));
  return areWhole ? parts.map(Number) : [];
}

function unsupported(functionality: string, message: string): UnsupportedFunctionalityError {
  return new UnsupportedFunctionalityError({ functionality, message });
}

function invalidShape(message: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument: 'resolution', message });
}
