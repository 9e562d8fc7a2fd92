import type { WorkbenchModel } from '../../api/responses.ts';

/** True for a model that contains every word of a search. Ratios may be 16:9 or 16x9, seconds 4 or 4s. */
export function matchModel(model: WorkbenchModel, search: string): boolean {
  const words = search.toLowerCase().replaceAll('×', 'x').split(/\s+/).filter(Boolean);
  const { id, description, aspect_ratio, resolution, duration } = model;
  const text = `${id} ${description} ${aspect_ratio} ${resolution} ${duration}s`.toLowerCase();
  return words.every((word) => text.includes(word));
}
