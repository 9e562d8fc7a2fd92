import * as z from 'zod';

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      /** Path of the file. */
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** What vitest's JSON reporter writes, as far as the checks read it. */
export type TestReport = z.infer<typeof reportSchema>;

export function parseTestReport(text: string): TestReport {
  return reportSchema.parse(JSON.parse(text));
}
