import { drawingProblem } from '../media/drawing-limits.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import type { SubmissionVerdict } from './refusal.ts';

/** Default duration of a video, in seconds. */
export const usualSeconds = 1;

/** Refusal of a submission whose result cannot be drawn, so could never be delivered; undefined if it can. */
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
