/** Which bucket, and who asks. */
export interface BucketLocation {
  /** Where the service answers, for example `https://s3.eu-west-1.amazonaws.com`; the bucket is asked for in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
