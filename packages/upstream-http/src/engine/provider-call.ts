import type { JsonValue } from '@filmgate/core';

/** A reference as a field of a request names it. */
export interface AssetSlot {
  readonly $asset: {
    readonly sha256: string;
    /** Example: `image/png`. */
    readonly contentType: string;
    /**
     * Its bytes, or a link at which the provider reads them, filled in when the request is sent; or its location after
     * an upload, filled in before the request is saved.
     */
    readonly as: 'data-url' | 'base64' | 'link' | 'uploaded';
  };
}

/** Returns a link at which a provider can read the bytes of a reference for a limited time. */
export type LinkAsset = (
  asset: Pick<AssetSlot['$asset'], 'sha256' | 'contentType'>,
) => Promise<string>;

/** JSON with slots for references. */
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

/** Address and secret with which a key was sent first: an account elsewhere would not know the key. */
export interface KeyedAt {
  readonly baseUrl: string;
  /** See `UpstreamAccount.secretSince`. */
  readonly secretSince: number | null;
}

/** One request as it is saved: without origin, without credentials, without the bytes of references. */
export interface PreparedCall {
  /** Below the endpoint's base URL; begins with a slash, may have a query. */
  readonly path: string;
  /** Address and secret that know the key of the call, which goes nowhere else. Absent = the call has no key. */
  readonly keyedAt?: KeyedAt;
  /** Past the endpoint responded from before this was sent, if its search reports it; null = it could not be read. */
  readonly past?: string | null;
  /** Lower case; never `authorization`, never those that the body's form decides. */
  readonly headers?: { readonly [name: string]: string };
  readonly body:
    | { readonly kind: 'json'; readonly value: CallJson }
    | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] };
}

/** One read: a GET below the endpoint's base URL, or below another of its origins. */
export interface ReadCall {
  readonly path: string;
  /** Body of a POST in place of the GET, which orders nothing. A read by POST has no other `origin`. */
  readonly body?: JsonValue;
  /** Name of one of the endpoint's further `origins`; absent = its base URL. */
  readonly origin?: string;
  /** Maximum size of the response in bytes, if it may contain a video; absent = 1 MiB. */
  readonly largest?: number;
}

/** A whole response whose body is JSON; anything else never reaches a description. */
export interface JsonResponse {
  readonly status: number;
  readonly body: JsonValue;
}
