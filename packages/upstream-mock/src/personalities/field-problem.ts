import type * as z from 'zod';

/** A field of a request that is wrong, and why; undefined = nothing is wrong. */
export type FieldProblem = readonly [field: string, message: string] | undefined;

export function addProblems(context: z.RefinementCtx, problems: readonly FieldProblem[]): void {
  for (const problem of problems) {
    if (problem === undefined) continue;
    const [field, message] = problem;
    context.addIssue({ code: 'custom', path: [field], message });
  }
}
