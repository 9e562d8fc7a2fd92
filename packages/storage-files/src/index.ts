export {
  createFileBlobs,
  defaultMaxCachedFiles,
  type FileBlobs,
  type FileBlobsOptions,
} from './create-file-blobs.ts';
export type { Processes, ProcessTag } from './process-tag.ts';
export type { FileFacts, FileSystem, OpenedFacts, OpenedFile } from './file-system.ts';
