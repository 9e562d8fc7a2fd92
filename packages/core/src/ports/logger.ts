import type { JsonValue } from '../json/json-value.ts';

/** Structured operational log. Fields never carry secrets or prompts; the adapter redacts all the same. */
export interface Logger {
  info(event: string, fields?: { readonly [key: string]: JsonValue }): void;
  warn(event: string, fields?: { readonly [key: string]: JsonValue }): void;
  /** `error` is the fault itself, for its stack. */
  error(event: string, error: unknown, fields?: { readonly [key: string]: JsonValue }): void;
}
