/** `unavailable` answers in a row, without an `answered` between, that open the circuit to a provider. */
export const providerFailuresToOpen = 5;

/** How long an opened circuit keeps new submissions away, in ms. */
export const providerOpenForMs = 30_000;
