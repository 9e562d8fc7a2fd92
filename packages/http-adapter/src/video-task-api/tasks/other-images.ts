import { readUnderAnyName } from '../../field-names/check-other-names.ts';
import type { FieldReader, Fields } from '../../http/field-reader.ts';
import type { ImageRules } from './image-source.ts';
import { joinImages, readItem, readItems, type ReadImages, refusedImage } from './task-images.ts';

/** Meanings of other names for images, with the role of each. */
const otherImages = [
  { meaning: 'picture', role: null },
  { meaning: 'firstFrame', role: 'first_frame' },
  { meaning: 'lastFrame', role: 'last_frame' },
] as const;

/** Reads images under other services' names, accepted if no image has one of ours [tasks.images.other-names]. */
export function readOtherImages(
  reader: FieldReader,
  body: Fields,
  { own, rules }: { readonly own: ReadImages; readonly rules: ImageRules },
): ReadImages {
  const { images: _images, input_reference: _file, ...others } = body;
  const given = otherImages
    .map(({ meaning, role }) => ({ ...readUnderAnyName(reader, others, meaning), role }))
    .filter(({ value }) => value !== undefined && value !== null);
  const [first] = given;
  if (first !== undefined && own.references.length > 0) {
    const rule =
      'cannot be combined with images, content or input_reference; put every image in images';
    return refusedImage(reader, first.param, rule);
  }
  return joinImages(
    given.map(({ value, param, role }) =>
      role === null && Array.isArray(value)
        ? readItems(reader, { value, param }, rules)
        : readItem(reader, { item: value, param, role }, rules),
    ),
  );
}
