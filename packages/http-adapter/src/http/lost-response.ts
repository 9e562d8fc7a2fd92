import type { Gateway, ModelFamily } from '@filmgate/core';
import { z } from 'zod';

const grades = [
  'collects',
  'found_by_name',
  'found_by_notice',
  'found_by_match',
  'person_decides',
] as const;

const gradeOf = {
  'own-key': 'collects',
  'own-id': 'found_by_name',
  notice: 'found_by_notice',
  mark: 'found_by_match',
  list: 'found_by_match',
  none: 'person_decides',
} as const satisfies Record<
  NonNullable<ReturnType<Gateway['lostResponse']>>,
  (typeof grades)[number]
>;

/** Member of a listed model; absent if no provider of it is there. */
export const lostResponseField = {
  lost_response: z.enum(grades).optional().meta({
    description:
      'Resolution of an order whose response was lost: the weakest of the providers that may make the model.',
  }),
};

export function encodeLostResponse(
  family: ModelFamily,
  { lostResponse }: Pick<Gateway, 'lostResponse'>,
): { readonly lost_response?: (typeof grades)[number] } {
  const findsBy = lostResponse(family);
  return findsBy === undefined ? {} : { lost_response: gradeOf[findsBy] };
}
