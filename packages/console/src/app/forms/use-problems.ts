import type * as z from 'zod/mini';
import { useTexts } from '../texts/use-texts.ts';
import { findProblems } from './find-problems.ts';
import { formTexts } from './form-texts.ts';

/** Says what is wrong with each field of what would be sent, as forms want it. */
export function useProblems(schema: z.ZodMiniType): (body: unknown) => Record<string, string> {
  const { t } = useTexts(formTexts);
  return (body) =>
    Object.fromEntries(
      Object.entries(findProblems(schema, body)).map(([field, { text, values }]) => [
        field,
        t(text, values),
      ]),
    );
}
