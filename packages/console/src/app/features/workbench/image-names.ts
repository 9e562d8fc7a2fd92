import type { WorkbenchRequest } from '../../api/responses.ts';

const extensions = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
]);

/** File names of a request's images: by role, numbered where a role occurs more than once. */
export function imageNames(images: WorkbenchRequest['reference_images']): readonly string[] {
  return images.map(({ role, content_type }, index) => {
    const same = images.filter((other) => other.role === role);
    const position = images.slice(0, index + 1).filter((other) => other.role === role).length;
    const number = same.length > 1 ? `_${position}` : '';
    return `${role}${number}.${extensions.get(content_type) ?? 'bin'}`;
  });
}
