/** Folder of the jobs of `filmgate generate`, in the data directory. */
export const generateFolder = 'cli';

/** Prefix of the ids of its jobs. */
export const generatePrefix = 'cli_';
