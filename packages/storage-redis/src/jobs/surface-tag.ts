import { surfaceName, type SurfaceName } from '@filmgate/core';

/** Short tags of the surfaces that existed before a surface could have any name. Stored: a tag never changes. */
const shortTags: Readonly<Record<string, string>> = {
  tasks: 't',
  native: 'n',
  local: 'l',
  workbench: 'w',
};

const byShortTag = new Map(Object.entries(shortTags).map(([surface, tag]) => [tag, surface]));

/** Tag of a surface before a job's id in lists: a letter, or the name between two `=`, with which no id begins. */
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

/** Splits the tag off the beginning of a text. Throws an error where a text begins with no tag. */
export function readTagged(text: string): { readonly surface: SurfaceName; readonly id: string } {
  const short = byShortTag.get(text.charAt(0));
  if (short !== undefined) return { surface: short, id: text.slice(1) };
  const end = text.indexOf('=', 1);
  if (!text.startsWith('=') || end < 0)
    throw new Error(`Redis lists ${text}, which has an unknown surface`);
  return { surface: surfaceName(text.slice(1, end)), id: text.slice(end + 1) };
}
