import { describe, expect, it } from 'vitest';
import { newSubmissionId } from './new-submission-id.ts';

describe('the id of a submission', () => {
  it('[console.workbench-submit] has the form the server asks for', () => {
    expect(newSubmissionId((bytes) => bytes.fill(255))).toBe(
      'ui-ffffffff-ffff-4fff-bfff-ffffffffffff',
    );
    expect(newSubmissionId((bytes) => bytes)).toBe('ui-00000000-0000-4000-8000-000000000000');
  });
});
