export {
  createFileBlobs,
  defaultMaxCachedFiles,
  type FileBlobs,
  type FileBlobsOptions,
} from './create-file-blobs.ts';
