import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { parseFaults } from './parse-faults.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import { readSubmissionTokens, withoutTokens } from './submission-tokens.ts';

/** A submission whose texts have these endings, in the order in which they count. */
function ending(endings: readonly string[]): MockSubmission {
  const text = (plain: string, index: number) => `${plain} ${endings[index] ?? ''}`.trim();
  const role = text('first_frame', 6);
  const contentType = text('image/png', 7);
  return sampleSubmission({
    correlationId: text('job-1.1', 0),
    model: text('vm_std-2.0', 1),
    prompt: text('a lighthouse', 2),
    negativePrompt: text('fog', 3),
    aspectRatio: text('16:9', 4),
    resolution: text('720p', 5),
    references: [{ role, contentType, fileName: text('a.png', 8), sha256: '00', size: 0 }],
  });
}

const fields = [
  'correlation_id',
  'model',
  'prompt',
  'negative_prompt',
  'aspect_ratio',
  'resolution',
  'references[0].role',
  'references[0].content_type',
  'references[0].file_name',
];

const token = fc.constantFrom(
  '',
  '[[mock:refuse=429]]',
  '[[mock:lost-response]]',
  '[[mock:fail=policy,run=1s]]',
  '[[mock:run=2s]]',
  '[[mock:findable]]',
  '[[mock:html-body]]',
  '[[mock:truncate=5%]]',
);
const eachField = fc.array(token, { minLength: fields.length, maxLength: fields.length });

it('[mock.tokens-everywhere] tokens of all texts combine in the order of the fields, the later counting', () => {
  fc.assert(
    fc.property(eachField, (endings) => {
      const read = readSubmissionTokens(ending(endings));
      const { instructions } = {
        instructions: null,
        ...parseFaults(endings.join(' '), { from: '' }),
      };
      expect(read).toMatchObject({ kind: 'parsed', instructions });
    }),
  );
});

it.each(fields.map((field, index) => [field, index] as const))(
  '[mock.tokens-everywhere] an unknown token in %s is refused, and the field named',
  (field, index) => {
    for (const text of ['[[mock:lost-respnse]]', '[[mock lost-response]]']) {
      const endings = fields.map((_, at) => (at === index ? text : '[[mock:findable]]'));
      expect(readSubmissionTokens(ending(endings))).toMatchObject({ kind: 'unknown', field });
    }
  },
);

it('[mock.tokens-everywhere] what is looked up has no tokens; its names and prompts stay as they were sent', () => {
  fc.assert(
    fc.property(eachField, (endings) => {
      const { correlationId, prompt, negativePrompt } = ending(endings);
      const references = ending([]).references.map(({ fileName: _name, ...kept }) => kept);
      const expected = { ...ending([]), correlationId, prompt, negativePrompt, references };
      expect(withoutTokens(ending(endings))).toEqual(expected);
    }),
  );
});

it('[mock.tokens-everywhere] a text without tokens stays as it is, to the last blank', () => {
  const submission = sampleSubmission({ model: ' two  blanks ', resolution: '[mock] ' });
  expect(withoutTokens(submission)).toEqual(submission);
});
