export type MediaType = 'video' | 'image';
