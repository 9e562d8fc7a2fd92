/** What a model makes. */
export type MediaType = 'video' | 'image';
