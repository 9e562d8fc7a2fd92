import * as z from 'zod';

/** Description of a route. */
export interface RouteText {
  readonly summary: string;
  readonly query?: z.ZodRawShape | undefined;
  readonly body?: z.ZodType | null | undefined;
  /** Status of a success; default 200. */
  readonly status?: number;
  /** JSON schema of a success; absent if it is not JSON. */
  readonly response?: z.ZodType;
  /** Media types of its other formats. */
  readonly forms?: readonly string[];
}

export const instant = z.iso.datetime();
export const whole = z.int().nonnegative();
export const text = z.string();
