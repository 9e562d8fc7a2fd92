/** Name of a model that does not exist; any other name does. */
export const missingModel = 'no-such-model';
