import { argv, stdout } from 'node:process';
import S3rver from '@20minutes/s3rver';

/** A program: an S3-compatible server on a free port of this machine, with one bucket; prints its address. */
const [, , directory = '', bucket = ''] = argv;
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory,
  silent: true,
  configureBuckets: [{ name: bucket, configs: [] }],
});
const { port } = await server.run();
stdout.write(`http://127.0.0.1:${String(port)}\n`);
