import { surfaceName, type SurfaceName } from '@filmgate/core';

/**
 * Surfaces with a short tag: those whose jobs were listed before surfaces could have any name. Stored: a tag never
 * changes.
 */
const shortTags: Readonly<Record<string, string>> = {
  tasks: 't',
  native: 'n',
  local: 'l',
  workbench: 'w',
};

const byShortTag = new Map(Object.entries(shortTags).map(([surface, tag]) => [tag, surface]));

/**
 * Tag of a surface before the id of a job in lists: a letter for some, otherwise the whole name between two signs no id
 * begins with.
 */
export function surfaceTag(surface: SurfaceName): string {
  return Object.hasOwn(shortTags, surface) ? (shortTags[surface] ?? '') : `=${surface}=`;
}

/** `surfaceTag` in Lua. */
export const surfaceTagLua = `
local SHORT_TAGS = { ${Object.entries(shortTags)
  .map(([surface, tag]) => `['${surface}'] = '${tag}'`)
  .join(', ')} }
local function surfaceTag(surface) return SHORT_TAGS[surface] or '=' .. surface .. '=' end
`;

/**
 * Removes the tag from the beginning of a text.
 *
 * @throws Error where the text begins with no tag
 */
export function readTagged(text: string): { readonly surface: SurfaceName; readonly id: string } {
  const short = byShortTag.get(text.charAt(0));
  if (short !== undefined) return { surface: short, id: text.slice(1) };
  const end = text.indexOf('=', 1);
  if (!text.startsWith('=') || end < 0)
    throw new Error(`Redis lists ${text}, which has an unknown surface`);
  return { surface: surfaceName(text.slice(1, end)), id: text.slice(end + 1) };
}
