/** How long after acceptance a findable submission turns up in a search, before scaling, in ms [mock.findable]. */
export const findableAfterMs = 5_000;

/** The longest that a token may put that off on the mock's own wire, before scaling, in ms: what a search promises. */
export const findableAtLastMs = 10 * 60_000;
