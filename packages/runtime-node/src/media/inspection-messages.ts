import type { MediaType } from '@filmgate/core';
import type { ContainerInspection } from './inspect-container.ts';

/** What the thread that inspects files is told. It has one file at a time. */
export type InspectionOrder =
  | { readonly kind: 'inspect'; readonly mediaType: MediaType; readonly size: number }
  /** The bytes it asked for. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

/** What it says. */
export type InspectionReport =
  | { readonly kind: 'read'; readonly offset: number; readonly length: number }
  | { readonly kind: 'found'; readonly found: ContainerInspection };
