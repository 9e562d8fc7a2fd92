/** How long after acceptance a findable submission turns up in a search, before scaling, in ms [mock.findable]. */
export const findableAfterMs = 5_000;
