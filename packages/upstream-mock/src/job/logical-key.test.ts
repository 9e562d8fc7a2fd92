import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { contentOf, isKey, isNamed, logicalKeyOf } from './logical-key.ts';

const name = fc.string({ minLength: 1, maxLength: 5 });
const nameOrNull = fc.option(name, { nil: null });
const asked = fc.record({
  model: name,
  prompt: name,
  aspectRatio: fc.constantFrom('16:9', '9:16'),
  width: fc.integer({ min: 1, max: 2 }),
  audio: fc.boolean(),
});

describe('a logical key', () => {
  it('[mock.attempts] is the idempotency key, else the own id, else account and content', () => {
    const source = fc.record({
      idempotencyKey: nameOrNull,
      ownId: nameOrNull,
      account: name,
      content: name,
    });
    fc.assert(
      fc.property(source, source, (one, other) => {
        const [key, otherKey] = [logicalKeyOf(one), logicalKeyOf(other)];
        const given = (of: typeof one) => of.idempotencyKey ?? of.ownId;
        expect(isNamed(key)).toBe(given(one) !== null);
        const decisive = ({ idempotencyKey, ownId, account, content }: typeof one) => {
          if (idempotencyKey !== null) return ['idempotency', idempotencyKey];
          return ownId === null ? ['same', account, content] : ['id', ownId];
        };
        const isSame = JSON.stringify(decisive(one)) === JSON.stringify(decisive(other));
        expect(key === otherKey).toBe(isSame);
      }),
    );
  });

  it('[mock.attempts] is meant by the whole of it and by the name in it', () => {
    fc.assert(
      fc.property(name, (given) => {
        expect(isKey(`id:${given}`, given)).toBe(true);
        expect(isKey(`idempotency:${given}`, `idempotency:${given}`)).toBe(true);
        expect(isKey(`same:${given}`, given)).toBe(false);
      }),
    );
  });
});

it('[mock.attempts] two submissions have the same content only if they ask for the same thing, whatever their account and names', () => {
  fc.assert(
    fc.property(asked, asked, name, (one, other, correlationId) => {
      const [content, otherContent] = [one, other].map((given) =>
        contentOf(sampleSubmission(given)),
      );
      expect(content === otherContent).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(contentOf(sampleSubmission({ ...one, correlationId }))).toBe(content);
    }),
  );
});
