/** Unavailable answers of a provider in a row, with none that answered between them, that open its circuit. */
export const providerFailuresToOpen = 5;

/** How long an open circuit stays open, in ms. */
export const providerOpenForMs = 30_000;
