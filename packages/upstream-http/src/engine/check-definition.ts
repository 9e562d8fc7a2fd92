import { chargeTimes, costUnits } from '@filmgate/core';
import { z } from 'zod';
import { checkRules } from './check-rules.ts';
import type { ProviderDefinition } from './provider-description.ts';

/** A function of any parameters. */
const callable = z.custom((value) => typeof value === 'function', 'must be a function');
const times = z.int().nonnegative();
const named = z.string().min(1);

const definitionSchema = z.looseObject({
  protocol: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits, dashes'),
  describe: callable,
});

/** Fields that the engine reads, whatever the protocol. */
const descriptionSchema = z.looseObject({
  displayName: named,
  endpoints: z.record(
    named,
    z.looseObject({
      baseUrl: z.url(),
      resultHosts: z.array(named).readonly(),
      origins: z.record(named, z.url()).optional(),
    }),
  ),
  credential: z.looseObject({
    fields: z.array(z.looseObject({ name: named, secret: z.boolean() })).min(1),
    headers: callable,
  }),
  timing: z.looseObject({
    minimumPollIntervalMs: times,
    pollsPerSecond: z.number().positive().nullish(),
    visibilityLagMs: times,
    reconcileAfterMs: times.nullable(),
    keyLifeMs: times.optional(),
  }),
  handlesBelongTo: z.enum(['account', 'key']),
  unit: z.enum(costUnits),
  charges: z.enum(chargeTimes),
  models: z.array(z.looseObject({ model: named, read: named })).readonly(),
  writes: z.array(named).readonly(),
  accepts: callable,
  build: callable,
  readAcceptance: callable,
  readRefusal: callable,
  refusals: z.array(
    z.looseObject({
      status: z.int(),
      code: z.string().nullable(),
      kind: named,
      scope: z.enum(['request', 'account', 'model', 'provider']),
      source: named,
      read: named,
    }),
  ),
  linked: z
    .array(z.enum(['image', 'video', 'audio']))
    .readonly()
    .optional(),
  upload: z.looseObject({ isFor: callable, build: callable, read: callable }).optional(),
  poll: z.looseObject({ request: callable, read: callable }),
  atOnce: z.looseObject({ largest: times, read: callable }).optional(),
  notice: z
    .looseObject({
      read: callable,
      signature: z.looseObject({ signedAt: callable, isBy: callable }).optional(),
    })
    .optional(),
  through: callable.optional(),
});

/** Returns true for an object that is meant as a definition. */
export function isDefinition(value: unknown): value is ProviderDefinition {
  return definitionSchema.safeParse(value).success;
}

/**
 * Checks what `describe` of a definition returns for an endpoint without options: a module in plain JavaScript has no
 * compiler that does. The families are checked with the catalog.
 *
 * @throws Error that names the wrong fields
 */
export function checkDefinition(definition: ProviderDefinition): void {
  const description = definition.describe({});
  const parsed = descriptionSchema.safeParse(description);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  if (description.protocol !== definition.protocol)
    throw new Error(`The description of ${definition.protocol} names ${description.protocol}.`);
  const { atOnce, find, naming, notice } = description;
  if (
    atOnce !== undefined &&
    atOnce.isFor === undefined &&
    [find, naming, notice].some((rule) => rule !== undefined)
  )
    throw new Error('A result that comes in the response has no task to find, name or notice.');
  if (notice !== undefined && naming === undefined)
    throw new Error('A notice needs naming, by which the task of a call is read.');
  checkRules(description.refusals, { successes: true });
}
