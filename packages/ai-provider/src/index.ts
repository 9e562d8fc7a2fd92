export {
  createFilmgate,
  type FilmgateProvider,
  type FilmgateProviderSettings,
} from './create-filmgate.ts';
export type { FilmgateVideoOptions } from './video-options.ts';
export { FilmgateInterruption, type FilmgateOperation } from './interruption.ts';
