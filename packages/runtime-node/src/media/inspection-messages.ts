import type { MediaType } from '@filmgate/core';
import type { ContainerInspection } from './inspect-container.ts';

/** Messages to the inspection thread. It has one file at a time. */
export type InspectionOrder =
  | { readonly kind: 'inspect'; readonly mediaType: MediaType; readonly size: number }
  /** The requested bytes. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

/** Messages from the thread. */
export type InspectionReport =
  | { readonly kind: 'read'; readonly offset: number; readonly length: number }
  | { readonly kind: 'found'; readonly found: ContainerInspection };
