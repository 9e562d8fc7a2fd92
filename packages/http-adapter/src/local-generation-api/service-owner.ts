/** Owner of everything made with the service key, or without one where none is configured. */
export const serviceOwner = 'service';
