import { nominalPixels, type OfferedModel } from '@filmgate/core';
import { isFields } from '../http/field-reader.ts';
import { only, type OtherNameRules } from '../field-names/check-other-names.ts';

/**
 * Rules of this API's requests for names that are not their own [local.fields.other-names]: the values that the model's
 * id fixes may be repeated, and must then be equal; pictures have one field.
 *
 * @param pictures - completes "<name> …" with the field for pictures
 */
export function otherNameRules(
  { model, durationSeconds, aspectRatio, resolution }: OfferedModel,
  pictures: string,
): OtherNameRules {
  const elsewhere = { rule: pictures };
  const fixed = (value: string | number | null, ...others: readonly string[]) => ({
    allows: only(...(value === null ? [] : [value]), ...others),
    rule:
      value === null ? `is not supported by ${model}` : `must be ${value}, the value of ${model}`,
  });
  return {
    model: { allows: only(model), rule: 'is not a field of this request; use model' },
    picture: elsewhere,
    firstFrame: elsewhere,
    lastFrame: elsewhere,
    reference: elsewhere,
    otherMaterial: { rule: 'is not supported for generations' },
    seconds: fixed(durationSeconds),
    aspect: fixed(aspectRatio, ...(aspectRatio === null ? [] : [aspectRatio.replace(':', 'x')])),
    size: fixed(pixelsOf(aspectRatio, resolution), 'auto'),
    resolution: fixed(resolution, 'auto'),
    quality: 'harmless',
    frames: { rule: `is not supported by ${model}` },
    audioFlag: { allows: only(false), rule: 'is not a field of this request; use generate_audio' },
    sound: { allows: only(false), rule: 'is not a field of this request; use generate_audio' },
    count: { allows: only(1), rule: 'must be 1' },
    stream: { allows: only(false, 0), rule: 'must be false: responses are not streamed' },
    form: {
      allows: isUsualForm,
      rule: 'requests an unsupported format: videos are MP4 and images are PNG, behind a url',
    },
  };
}

function pixelsOf(
  aspectRatio: OfferedModel['aspectRatio'],
  resolution: OfferedModel['resolution'],
): string | null {
  if (aspectRatio === null || resolution === null) return null;
  const { width, height } = nominalPixels({ aspectRatio, resolution });
  return `${width}x${height}`;
}

const usualForms = only('url', 'text', 'mp4', 'png', 'auto', 'opaque', false);

/** Chat clients send `{type: "text"}` and `["text"]` to request the usual form. */
function isUsualForm(value: unknown): boolean {
  if (isFields(value)) return usualForms(value['type']);
  return Array.isArray(value) ? value.every(usualForms) : usualForms(value);
}
