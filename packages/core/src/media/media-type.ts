/** Kind of media that a model makes. */
export type MediaType = 'video' | 'image';
