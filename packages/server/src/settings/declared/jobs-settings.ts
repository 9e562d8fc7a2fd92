import { flag, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Acceptance and execution of jobs. */
export const jobsSettings = {
  FILMGATE_QUEUE_LIMIT: {
    form: whole(0, 10_000_000).default(10_000),
    group: 'jobs',
    unit: 'tasks',
    isChangeable: true,
    title: { en: 'Queue limit', zh: '排队上限' },
    help: {
      en: 'Tasks that may wait for an account; beyond it creations answer 503.',
      zh: '可等待账号的任务数；超出后新建请求应答 503。',
    },
  },
  FILMGATE_QUEUE_OWNER_SHARE_PERCENT: {
    form: whole(0, 100).default(10),
    group: 'jobs',
    unit: 'percent',
    isChangeable: true,
    title: { en: 'Share of a full queue', zh: '队列满时的份额' },
    help: {
      en: 'Part of the queue, in per cent, that each API user may still fill when it is full. One with more waiting tasks gets 429 then.',
      zh: '队列已满时，每个 API 用户仍可占用的百分比。等待任务超过此份额的用户会收到 429。',
    },
  },
  FILMGATE_ASSET_ALLOWANCE_BYTES: {
    form: whole(0, 999_999_999_999).default(10_737_418_240),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
    title: { en: 'Bytes of one owner', zh: '单个所有者的字节数' },
    help: {
      en: 'Uploads and reference images kept for one API user, the native key or the Local Generation API. Beyond it they answer 429.',
      zh: '为一个 API 用户、原生密钥或本地生成 API 保存的上传和参考图片的字节数。超出后应答 429。',
    },
  },
  FILMGATE_FREE_SPACE_MIN_BYTES: {
    form: whole(0, 999_999_999_999).default(1_073_741_824),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
    title: { en: 'Room kept for videos', zh: '为视频保留的空间' },
    help: {
      en: 'Below this much room on the disk uploads and references answer 503.',
      zh: '磁盘剩余空间低于此值时，上传和参考素材应答 503。',
    },
  },
  FILMGATE_SEND_TIMEOUT_SECONDS: {
    form: whole(1, 7_200).default(60),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
    title: { en: 'Submission timeout', zh: '提交超时' },
    help: {
      en: 'How long a submission may stay without an answer before its outcome is unknown.',
      zh: '提交在多久没有应答后视为结果未知。',
    },
  },
  FILMGATE_JOB_DEADLINE_SECONDS: {
    form: whole(1, 2_592_000).default(7_200),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
    title: { en: 'Job deadline', zh: '任务期限' },
    help: {
      en: 'How long an accepted submission may stay without an end before its outcome is unknown.',
      zh: '已受理的提交在多久没有结果后视为结果未知。',
    },
  },
  FILMGATE_RESULT_FETCH_HOURS: {
    form: whole(1, 8_760).default(24),
    group: 'jobs',
    unit: 'hours',
    isChangeable: true,
    title: { en: 'Time to fetch a result', zh: '获取成品的时限' },
    help: {
      en: 'How long a finished result is fetched where its provider does not say how long it keeps it. Then the task fails.',
      zh: '提供方未说明保留多久时，尝试获取成品的时长；之后任务失败。',
    },
  },
  FILMGATE_RESULT_COPIES: {
    form: whole(1, 1_000).default(16),
    group: 'jobs',
    isChangeable: true,
    title: { en: 'Results copied at once', zh: '同时复制的成品数' },
    help: {
      en: 'Results each process copies at once; others wait for their turn.',
      zh: '每个进程同时复制的成品数；其余排队等待。',
    },
  },
  FILMGATE_RESULT_COPY_MIB: {
    form: whole(64, 1_000_000).default(4_096),
    group: 'jobs',
    unit: 'mebibytes',
    isChangeable: true,
    title: { en: 'Size of those copies', zh: '同时复制的总大小' },
    help: {
      en: 'What those copies may announce together. A larger result is copied alone.',
      zh: '这些复制合计的最大大小；更大的成品单独复制。',
    },
  },
  FILMGATE_RESULT_IDLE_SECONDS: {
    form: whole(1, 3_600).default(30),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
    title: { en: 'Silence of a copy', zh: '复制静默时限' },
    help: {
      en: 'Silence after which a connection to a result is given up. The copy goes on over another where the host can do that.',
      zh: '成品连接静默多久后放弃；若主机支持，会用新连接从断点继续。',
    },
  },
  FILMGATE_RESULT_MIN_BYTES_PER_SECOND: {
    form: whole(0, 1_000_000_000).default(1_024),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
    title: { en: 'Slowest pace of a copy', zh: '复制最低速度' },
    help: {
      en: 'Bytes per second below which it is given up, judged over a minute. 0 = none.',
      zh: '每秒字节数低于此值（按一分钟判断）时放弃连接；0 表示不限。',
    },
  },
  FILMGATE_UNKNOWN_SLOT_SECONDS: {
    form: whole(0, 2_592_000).default(900),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
    title: { en: 'Slot of an unknown outcome', zh: '结果未知时占用名额' },
    help: {
      en: 'How long a job keeps its account’s slot while its outcome is unknown, or its finished result is waited for.',
      zh: '结果未知或成品尚未取回的任务占用账号名额多久。',
    },
  },
  FILMGATE_REFUSE_TITLE_PROMPTS: {
    form: flag.default(true),
    group: 'jobs',
    isChangeable: true,
    title: { en: 'Refuse title prompts', zh: '拒绝标题类提示词' },
    help: {
      en: 'Chat programs send requests of their own to the chosen model: for a title, tags, follow-ups. The Local Generation API refuses those it recognises; off, each makes a video.',
      zh: '聊天程序会自行向所选模型请求标题、标签、后续问题等。开启时，本地生成 API 会拒绝可识别的此类请求；关闭时，每个请求都会生成一个视频。',
    },
  },
  FILMGATE_SYNC_WAIT_SECONDS: {
    form: whole(1, 7_200).optional(),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
    title: { en: 'Synchronous wait', zh: '同步等待' },
    help: {
      en: 'How long a call of the Local Generation API waits for its generation. Unset, the time of each model family.',
      zh: '本地生成 API 的一次调用等待生成多久。未设置时按各模型系列的时间。',
    },
  },
} as const satisfies DeclaredSettings;
