import { z } from 'zod';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { referenceRoles } from '../media/reference.ts';
import { resolutions } from '../media/resolution.ts';
import type { Route } from './route.ts';

const amount = z.int().nonnegative();

function some<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).exactOptional();
}

const referenceLimits = z.strictObject({
  kinds: some(z.enum(['image', 'video', 'audio'])),
  roles: some(z.enum(referenceRoles)),
  maximum: amount.exactOptional(),
});

const limits = z.strictObject({
  durationsSeconds: some(z.int().min(1).max(999)),
  aspectRatios: some(z.enum(aspectRatios)),
  resolutions: some(z.enum(resolutions)),
  audio: some(z.boolean()),
  references: referenceLimits.exactOptional(),
});

const fieldName = /^[A-Za-z_][\w.-]{0,63}$/;

const cost = z.strictObject({
  perSecond: z.partialRecord(z.enum(resolutions), amount).exactOptional(),
  each: amount.exactOptional(),
});

const routeFields = z.strictObject({
  endpoint: z.string().min(1),
  model: z.string().min(1).max(256),
  rank: z.int().min(1).max(99).default(1),
  limits: limits.exactOptional(),
  fixed: z
    .record(z.string().regex(fieldName, 'must be the name of a field'), z.json())
    .exactOptional(),
  cost: cost.exactOptional(),
  charges: z.enum(['acceptance', 'success']).exactOptional(),
});

/** One way to make a family's videos, as a catalog file writes it. */
export const routeSchema: z.ZodType<Route> = routeFields;

/** Returns the allowed names of an object at this path of a route; none where they are free. */
export function routeFieldsAt(path: readonly PropertyKey[]): readonly string[] {
  const [field, inner] = path;
  if (field === undefined) return Object.keys(routeFields.shape);
  if (field === 'cost') return inner === 'perSecond' ? resolutions : Object.keys(cost.shape);
  if (field !== 'limits') return [];
  return Object.keys((inner === 'references' ? referenceLimits : limits).shape);
}
