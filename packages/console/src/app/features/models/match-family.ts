import type { ModelFamily } from '../../api/responses.ts';

/** The ids of a family that have every word of a search somewhere; aspects may be written 16:9 or 16x9. */
export function matchingIds(family: ModelFamily, search: string): readonly string[] {
  const words = search
    .toLowerCase()
    .replaceAll(/[×:](?=\d)/g, 'x')
    .split(/\s+/)
    .filter(Boolean);
  const { family: name, display_name, description, media_type, surfaces, resolutions } = family;
  const shared = [name, display_name, description, media_type, ...surfaces].join(' ');
  // What an id does not fix, every call of it may ask for.
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
