import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignReferenceRoles,
  frameModes,
  type UnassignedReference,
} from './assign-reference-roles.ts';
import type { ReferenceKind, ReferenceRole } from './reference.ts';

function reference(
  index: number,
  role: ReferenceRole | null,
  kind: ReferenceKind = 'image',
): UnassignedReference {
  return { param: `images[${index}]`, role, kind, source: { kind: 'asset', assetId: `a${index}` } };
}

function images(...roles: readonly (ReferenceRole | null)[]): readonly UnassignedReference[] {
  return roles.map((role, index) => reference(index, role));
}

function rolesIn(
  references: readonly { readonly role: ReferenceRole }[],
): readonly ReferenceRole[] {
  return references.map(({ role }) => role);
}

describe('assignReferenceRoles with first_only', () => {
  it('[tasks.frame-mode.first-only] makes the first image the first frame and warns of the others', () => {
    const { references, unused, warnings } = assignReferenceRoles({
      references: images(null, null, null),
      frameMode: 'first_only',
    });
    expect(references).toEqual([{ ...reference(0, null), role: 'first_frame' }]);
    expect(unused.map(({ param }) => param)).toEqual(['images[1]', 'images[2]']);
    expect(warnings.map(({ param }) => param)).toEqual(['images[1]', 'images[2]']);
  });

  it('[tasks.frame-mode.explicit-role] keeps explicit roles and governs the rest', () => {
    const { references, warnings } = assignReferenceRoles({
      references: images('reference_image', null, 'last_frame', null),
      frameMode: 'first_only',
    });
    expect(rolesIn(references)).toEqual(['reference_image', 'first_frame', 'last_frame']);
    expect(warnings.map(({ param }) => param)).toEqual(['images[3]']);
  });

  it('[tasks.frame-mode.explicit-role] gives an explicitly claimed first frame to no other image', () => {
    const { references, warnings } = assignReferenceRoles({
      references: images(null, 'first_frame'),
      frameMode: 'first_only',
    });
    expect(references.map(({ param }) => param)).toEqual(['images[1]']);
    expect(warnings.map(({ param }) => param)).toEqual(['images[0]']);
  });
});

describe('assignReferenceRoles with all', () => {
  const cases: readonly (readonly [readonly (ReferenceRole | null)[], readonly ReferenceRole[]])[] =
    [
      [[], []],
      [[null], ['first_frame']],
      [
        [null, null],
        ['first_frame', 'last_frame'],
      ],
      [
        [null, null, null],
        ['reference_image', 'reference_image', 'reference_image'],
      ],
      [
        ['first_frame', null],
        ['first_frame', 'last_frame'],
      ],
      [
        [null, 'last_frame'],
        ['first_frame', 'last_frame'],
      ],
      [
        ['first_frame', 'last_frame', null],
        ['first_frame', 'last_frame', 'reference_image'],
      ],
      [
        ['first_frame', null, null],
        ['first_frame', 'reference_image', 'reference_image'],
      ],
      [
        ['reference_image', null, null],
        ['reference_image', 'first_frame', 'last_frame'],
      ],
    ];

  it.each(cases)('[tasks.frame-mode.all] makes %j to %j', (given, expected) => {
    const { references, warnings } = assignReferenceRoles({
      references: images(...given),
      frameMode: 'all',
    });
    expect(rolesIn(references)).toEqual(expected);
    expect(warnings).toEqual([]);
  });
});

describe('assignReferenceRoles, laws', () => {
  const role = fc.option(fc.constantFrom('first_frame', 'last_frame', 'reference_image'), {
    nil: null,
  });
  const kind = fc.constantFrom('image', 'video', 'audio');
  const given = fc
    .array(fc.tuple(role, kind), { maxLength: 9 })
    .map((all) =>
      all.map(([wanted, of], index) => reference(index, of === 'image' ? wanted : null, of)),
    );
  const frameMode = fc.constantFrom(...frameModes);

  it('keeps order, keeps explicit roles, and loses nothing without a warning', () => {
    fc.assert(
      fc.property(given, frameMode, (references, mode) => {
        const result = assignReferenceRoles({ references, frameMode: mode });
        const kept = result.references.map(({ param }) => param);
        const warned = result.warnings.map(({ param }) => param);
        expect([...kept, ...warned].toSorted()).toEqual(
          references.map(({ param }) => param).toSorted(),
        );
        expect(kept).toEqual(
          references.map(({ param }) => param).filter((param) => kept.includes(param)),
        );
        for (const { param, role: explicit } of references.filter((one) => one.role !== null)) {
          expect(result.references.find((other) => other.param === param)?.role).toBe(explicit);
        }
      }),
    );
  });

  it('never gives a frame twice on its own, and gives video and audio only their own role', () => {
    fc.assert(
      fc.property(given, frameMode, (references, mode) => {
        const result = assignReferenceRoles({ references, frameMode: mode });
        for (const frame of ['first_frame', 'last_frame'] as const) {
          const explicit = references.filter((one) => one.role === frame).length;
          const assigned = result.references.filter((one) => one.role === frame).length;
          expect(assigned).toBeLessThanOrEqual(Math.max(1, explicit));
        }
        for (const one of result.references.filter(({ kind: of }) => of !== 'image')) {
          expect(one.role).toBe(`reference_${one.kind}`);
        }
      }),
    );
  });
});
