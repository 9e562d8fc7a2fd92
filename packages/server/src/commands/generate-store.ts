/** Where `filmgate generate` keeps its jobs, below the data directory. */
export const generateFolder = 'cli';

/** How ids of its jobs begin. */
export const generatePrefix = 'cli_';
