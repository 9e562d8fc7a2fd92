import type { WorkbenchModel } from '../../../api/responses.ts';

export type ReferenceRole = 'first_frame' | 'last_frame' | 'reference_image';

/** Role by position, as at the server: one image is the first frame, two are first and last, more are references. */
export function roleAt(
  index: number,
  count: number,
  { reference_images: { roles } }: Pick<WorkbenchModel, 'reference_images'>,
): ReferenceRole {
  if (!roles.includes('first_frame') || count > 2) return 'reference_image';
  return index === 0 ? 'first_frame' : 'last_frame';
}
