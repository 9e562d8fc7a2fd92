/** Bucket and credentials. */
export interface BucketLocation {
  /** Address of the service, for example `https://s3.eu-west-1.amazonaws.com`; the bucket is part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
