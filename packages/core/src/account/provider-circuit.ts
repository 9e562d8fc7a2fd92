/** Unavailable responses of a provider in a row, with none that answered between them, that open its circuit. */
export const providerFailuresToOpen = 5;

/** Submissions in a row whose response was lost at a provider, with no proven response between them, that open its circuit. */
export const providerDoubtsToOpen = 3;

/** How long a circuit that refusals opened stays open, in ms. */
export const providerOpenForMs = 30_000;

/**
 * How long a circuit stays open after lost responses, or while the provider cannot be read, in ms. An answered look at an
 * account closes it earlier; only a place without such a look waits until the end.
 */
export const providerDoubtedForMs = 15 * 60_000;
