/** Roles of a reference image, video or sound in the generation [tasks.content.parts]. */
export const referenceRoles = [
  'first_frame',
  'last_frame',
  'reference_image',
  'reference_video',
  'reference_audio',
] as const;

export type ReferenceRole = (typeof referenceRoles)[number];

/** Kind of material of a reference. */
export type ReferenceKind = 'image' | 'video' | 'audio';

/** A checked reference in the asset store: only its bytes are sent to the provider, never a caller's URL. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly role: ReferenceRole;
  /** The uploaded asset it came from, when it came from one. */
  readonly assetId: string | null;
  /** SHA-256 of the bytes in lower-case hex: their address in the asset store. */
  readonly sha256: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Of a picture whose bytes were read; absent for everything else. */
  readonly pixels?: { readonly width: number; readonly height: number };
}

/** Accepted formats of references and assets, by their usual names. */
export const takenFormats: { readonly [K in ReferenceKind]: string } = {
  image: 'PNG, JPEG and WebP',
  video: 'MP4, WebM and QuickTime',
  audio: 'MP3, WAV, M4A and AAC',
};
