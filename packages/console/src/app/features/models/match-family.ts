import type { ModelFamily } from '../../api/responses.ts';

/** Ids of a family that contain every word of a search. Aspect ratios may be written 16:9 or 16x9. */
export function matchingIds(family: ModelFamily, search: string): readonly string[] {
  const words = search
    .toLowerCase()
    .replaceAll(/[×:](?=\d)/g, 'x')
    .split(/\s+/)
    .filter(Boolean);
  const { family: name, display_name, description, media_type, surfaces, resolutions } = family;
  const shared = [name, display_name, description, media_type, ...surfaces].join(' ');
  // Values that an id leaves open can be requested with every call.
  const open = [...resolutions, ...family.aspect_ratios].join(' ');
  return family.ids.filter((id) => {
    const aliases = family.aliases.filter((one) => one.id === id).map(({ alias }) => alias);
    const text = [shared, id === name ? open : '', id, ...aliases]
      .join(' ')
      .toLowerCase()
      .replaceAll(/:(?=\d)/g, 'x');
    return words.every((word) => text.includes(word));
  });
}
