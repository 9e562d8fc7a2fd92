/** Gives the label of an account, as far as it is still there. */
export type AccountLabel = (id: string) => string;
