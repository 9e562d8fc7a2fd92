import * as z from 'zod';

/** What the document says of a route besides what the route reads. */
export interface RouteText {
  readonly summary: string;
  /** Status of a success; 200 unless given. */
  readonly status?: number;
  /** The JSON of a success; absent where it is none. */
  readonly response?: z.ZodType;
  /** Media types of its other forms. */
  readonly forms?: readonly string[];
}

export const instant = z.iso.datetime();
export const whole = z.int().nonnegative();
export const text = z.string();
