/** Any value JSON can carry (RFC 8259). Used for opaque records we store but never interpret. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
