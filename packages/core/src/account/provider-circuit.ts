/** Consecutive unavailable responses of a provider, with none that answered between them, that open its circuit. */
export const providerFailuresToOpen = 5;

/** Consecutive submissions with lost responses, and no proven one between them, that open a provider's circuit. */
export const providerDoubtsToOpen = 3;

/** Time a circuit opened by refusals stays open, in ms. */
export const providerOpenForMs = 30_000;

/**
 * Time a circuit stays open after lost responses, or while the provider cannot be read, in ms. An answered probe of an
 * account closes it earlier; only an endpoint without probes waits until the end.
 */
export const providerDoubtedForMs = 15 * 60_000;
