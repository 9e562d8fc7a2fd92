import { drawingProblem } from '../media/drawing-limits.ts';
import type { MockSubmission } from './mock-job.ts';
import type { SubmissionVerdict } from './refusal.ts';

/** What a video lasts that came without a duration, in seconds. */
export const usualSeconds = 1;

/**
 * Why a submission is refused whose result could not be drawn, whatever wire it came over; undefined when it could. Nothing is
 * charged that can never be delivered.
 */
export function undrawableRefusal(
  submission: MockSubmission,
): Extract<SubmissionVerdict, { readonly kind: 'refused' }> | undefined {
  const { mediaType, width, height } = submission;
  const durationSeconds =
    mediaType === 'image' ? null : (submission.durationSeconds ?? usualSeconds);
  const problem = drawingProblem({ width, height, durationSeconds });
  if (problem === undefined) return undefined;
  const message = `${problem.fields.join(' and ')}: ${problem.message}`;
  return { kind: 'refused', refusal: { kind: 'invalid', message, retryAfterMs: null } };
}
