import type { JsonValue } from '@filmgate/core';

/** The bytes of a reference at a place in a request's JSON or in a part of its own; filled in as the request is sent. */
export interface AssetSlot {
  readonly $asset: {
    readonly sha256: string;
    /** As `image/png`. */
    readonly contentType: string;
    readonly as: 'data-url' | 'base64';
  };
}

/** JSON with the bytes of references left open. */
export type CallJson =
  | JsonValue
  | AssetSlot
  | readonly CallJson[]
  | { readonly [field: string]: CallJson };

export type MultipartPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string;
      readonly fileName: string;
      readonly contentType: string;
      readonly sha256: string;
    };

/** One request as it is saved: without origin, without credentials, without the bytes of references. */
export interface PreparedCall {
  /** Below the place's base URL; begins with a slash, may have a query. */
  readonly path: string;
  /** Names the past that the place answered from before this was sent, where its search tells that; null = it could not be read. */
  readonly past?: string | null;
  /** Lower case; never `authorization`, never what the body's form decides. */
  readonly headers?: { readonly [name: string]: string };
  readonly body:
    | { readonly kind: 'json'; readonly value: CallJson }
    | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] };
}

/** One read: a GET below the place's base URL. */
export interface ReadCall {
  readonly path: string;
}

/** A whole response whose body is JSON; anything else never reaches a description. */
export interface JsonResponse {
  readonly status: number;
  readonly body: JsonValue;
}
