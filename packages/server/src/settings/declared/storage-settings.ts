import { z } from 'zod';
import { baseUrl, bucketName, flag, keyPrefix, secret, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Storage locations. */
export const storageSettings = {
  FILMGATE_DATA_DIR: {
    form: z.string().min(1, 'must not be empty').default('./data'),
    group: 'process',
    title: { en: 'Data directory', zh: '数据目录' },
    help: {
      en: 'Everything that is kept: database, videos, assets, master key. One process owns it.',
      zh: '所有要保存的内容：数据库、视频、素材、主密钥。由一个进程独占。',
    },
  },
  FILMGATE_BASELINE_DIR: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'process',
    title: { en: 'Directory of the baseline file', zh: '基线文件目录' },
    help: {
      en: 'Where the file lies by which an older copy of the database is noticed. Unset, the data directory.',
      zh: '用于发现数据库被换成旧副本的文件所在目录。未设置时为数据目录。',
    },
  },
  FILMGATE_STORAGE: {
    form: z.enum(['sqlite', 'redis'], 'must be sqlite or redis').default('sqlite'),
    group: 'process',
    title: { en: 'Store', zh: '存储' },
    help: { en: 'Where jobs are kept.', zh: '任务保存在哪里。' },
  },
  FILMGATE_REDIS_URL: {
    form: z
      .url({ protocol: /^(rediss?|unix)$/, error: 'must be a redis, rediss or unix URL' })
      .optional(),
    group: 'process',
    isSecret: true,
    title: { en: 'Redis URL', zh: 'Redis 地址' },
    help: { en: 'Where Redis is reached.', zh: 'Redis 的地址。' },
  },
  FILMGATE_REDIS_PREFIX: {
    form: keyPrefix.default('filmgate'),
    group: 'process',
    title: { en: 'Name of the store on Redis', zh: 'Redis 上的存储名称' },
    help: {
      en: 'Names the store on the server; all nodes of one store give the same.',
      zh: '存储在该服务器上的名称；同一存储的所有节点使用相同的名称。',
    },
  },
  FILMGATE_REDIS_DURABILITY: {
    form: z
      .enum(['every-write', 'every-second'], 'must be every-write or every-second')
      .default('every-write'),
    group: 'process',
    title: { en: 'Durability of Redis', zh: 'Redis 的持久性' },
    help: { en: 'What Redis must keep over a loss of power.', zh: '断电时 Redis 必须保住的内容。' },
  },
  FILMGATE_REDIS_VOUCHED: {
    form: flag.default(false),
    group: 'process',
    title: { en: 'Durability assumed', zh: '视为可持久' },
    help: {
      en: 'Whether the operator answers for the durability of a Redis that does not let itself be asked.',
      zh: '当 Redis 不允许查询其配置时，是否由运维人员为其持久性担保。',
    },
  },
  FILMGATE_RESULT_STORE: {
    form: z.enum(['files', 's3'], 'must be files or s3').default('files'),
    group: 'process',
    title: { en: 'Where videos are kept', zh: '视频保存位置' },
    help: {
      en: 'In files of the data directory, or in an S3-compatible service.',
      zh: '保存在数据目录的文件中，或保存在兼容 S3 的服务中。',
    },
  },
  FILMGATE_S3_ENDPOINT: {
    form: baseUrl.optional(),
    group: 'process',
    title: { en: 'S3 endpoint', zh: 'S3 服务地址' },
    help: {
      en: 'Where the service answers, such as https://s3.eu-west-1.amazonaws.com; the bucket is asked for in the path.',
      zh: '服务的地址，例如 https://s3.eu-west-1.amazonaws.com；存储桶写在路径中。',
    },
  },
  FILMGATE_S3_REGION: {
    form: z.string().min(1, 'must not be empty').default('us-east-1'),
    group: 'process',
    title: { en: 'S3 region', zh: 'S3 区域' },
    help: { en: 'Region the requests are signed for.', zh: '请求签名所用的区域。' },
  },
  FILMGATE_S3_BUCKET: {
    form: bucketName.optional(),
    group: 'process',
    title: { en: 'S3 bucket', zh: 'S3 存储桶' },
    help: { en: 'Name of the bucket, which must exist.', zh: '存储桶的名称，必须已存在。' },
  },
  FILMGATE_S3_PREFIX: {
    form: keyPrefix.default('filmgate'),
    group: 'process',
    title: { en: 'S3 prefix', zh: 'S3 前缀' },
    help: { en: 'What every key begins with.', zh: '每个键的开头。' },
  },
  FILMGATE_S3_ACCESS_KEY_ID: {
    form: secret(1).optional(),
    group: 'process',
    isSecret: true,
    title: { en: 'S3 access key id', zh: 'S3 访问密钥编号' },
    help: {
      en: 'Who asks; may read, write, delete and list below the prefix.',
      zh: '以谁的身份请求；须能在前缀下读取、写入、删除和列出。',
    },
  },
  FILMGATE_S3_SECRET_ACCESS_KEY: {
    form: secret(1).optional(),
    group: 'process',
    isSecret: true,
    title: { en: 'S3 secret access key', zh: 'S3 访问密钥' },
    help: { en: 'The key the requests are signed with.', zh: '用于给请求签名的密钥。' },
  },
  FILMGATE_ROLE: {
    form: z.enum(['all', 'http', 'runner'], 'must be all, http or runner').default('all'),
    group: 'process',
    title: { en: 'Role of this process', zh: '本进程的角色' },
    help: {
      en: 'Whether this process answers calls, runs jobs, or both.',
      zh: '本进程应答调用、执行任务，还是两者兼有。',
    },
  },
  FILMGATE_DRAIN_DELAY_SECONDS: {
    form: whole(0, 600).default(0),
    group: 'process',
    unit: 'seconds',
    title: { en: 'Drain delay', zh: '排空延迟' },
    help: {
      en: 'Time from SIGTERM until the process stops accepting. Meanwhile /readyz responds 503, so that a load balancer sends requests elsewhere. 0 = none.',
      zh: '收到 SIGTERM 后继续接受请求的时间；期间 /readyz 返回 503，让负载均衡器改发到别处。0 表示不等待。',
    },
  },
  FILMGATE_LEASE_SECONDS: {
    form: whole(5, 600).default(15),
    group: 'process',
    unit: 'seconds',
    title: { en: 'Lease of a job', zh: '任务租约' },
    help: {
      en: 'How long a node that died keeps the jobs it was at, before another node goes on with them.',
      zh: '节点失效后，其任务保留多久才由其他节点接手。',
    },
  },
} as const satisfies DeclaredSettings;
