/** Where the catalog files that come with this package lie: the same from the sources and from what is built of them. */
export const presetFolder = new URL('../presets/', import.meta.url);
