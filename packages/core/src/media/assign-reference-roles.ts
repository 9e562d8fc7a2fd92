import type { ReferenceDraft } from '../job/generation-request.ts';
import type { Warning } from '../job/job.ts';
import type { ReferenceRole } from './reference.ts';

/** Modes that decide the roles of images without one [tasks.frame-mode.first-only]. */
export const frameModes = ['first_only', 'all'] as const;
export type FrameMode = (typeof frameModes)[number];

/** A reference as the caller gave it; the role is null unless the caller stated one. */
export interface UnassignedReference extends Omit<ReferenceDraft, 'role'> {
  readonly role: ReferenceRole | null;
}

/** References in the caller's order, each with its role; unused ones are kept apart and warned about. */
export interface AssignedReferences {
  readonly references: readonly ReferenceDraft[];
  /** Named by the caller, of no use with this frame mode; checked like the others [bodies.images.unused-checked]. */
  readonly unused: readonly ReferenceDraft[];
  readonly warnings: readonly Warning[];
}

type FrameRole = Extract<ReferenceRole, 'first_frame' | 'last_frame' | 'reference_image'>;

/** Returns roles for the images without one, in their order; `free` are the frames no image claims explicitly. */
function rolesFor(
  frameMode: FrameMode,
  count: number,
  free: readonly FrameRole[],
): readonly FrameRole[] {
  if (frameMode === 'first_only') return free.includes('first_frame') ? ['first_frame'] : [];
  return count <= free.length
    ? free.slice(0, count)
    : Array.from({ length: count }, () => 'reference_image' as const);
}

/**
 * Gives every reference its role [tasks.frame-mode.all]. An explicit role wins. Of the images without one, `first_only`
 * uses the first as first frame and leaves the others out; `all` makes one the first frame, two the first and the last,
 * more references. A frame that one image claims explicitly is not given to another: that image gets the next free
 * frame, or else becomes a reference. Video and audio have only one role each and are never frames.
 */
export function assignReferenceRoles(input: {
  readonly references: readonly UnassignedReference[];
  readonly frameMode: FrameMode;
}): AssignedReferences {
  const { references, frameMode } = input;
  const claimed = new Set(references.map(({ role }) => role));
  const open = references.filter(({ role, kind }) => role === null && kind === 'image');
  const frames = (['first_frame', 'last_frame'] as const).filter((role) => !claimed.has(role));
  const openRoles = rolesFor(frameMode, open.length, frames).values();
  const used: ReferenceDraft[] = [];
  const unused: ReferenceDraft[] = [];
  for (const reference of references) {
    const role =
      reference.role ??
      (reference.kind === 'image' ? openRoles.next().value : `reference_${reference.kind}`);
    if (role === undefined) unused.push({ ...reference, role: 'reference_image' });
    else used.push({ ...reference, role });
  }
  return {
    references: used,
    unused,
    warnings: unused.map(({ param }) => ({
      param,
      message: 'Ignored: with frame_mode first_only, only the first image is used.',
    })),
  };
}
