/** Time after acceptance at which a findable submission appears in a search, before scaling, in ms [mock.findable]. */
export const findableAfterMs = 5_000;

/** Maximum of that time that a token may set on the mock's own API, before scaling, in ms: a search relies on it. */
export const findableAtLastMs = 10 * 60_000;
