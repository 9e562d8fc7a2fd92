import { z } from 'zod';
import { flag, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Retention and logs. */
export const recordsSettings = {
  FILMGATE_RETENTION_RESULTS_HOURS: {
    form: whole(1, 876_000).default(168),
    group: 'retention',
    unit: 'hours',
    isChangeable: true,
    title: { en: 'Keep videos', zh: '保留视频' },
    help: { en: 'How long a finished video can be downloaded.', zh: '完成的视频可下载多久。' },
  },
  FILMGATE_RETENTION_JOBS_DAYS: {
    form: whole(1, 36_500).default(90),
    group: 'retention',
    unit: 'days',
    isChangeable: true,
    title: { en: 'Keep jobs', zh: '保留任务' },
    help: { en: 'How long a finished job is remembered.', zh: '已结束的任务保留多久。' },
  },
  FILMGATE_RETENTION_LOGS_DAYS: {
    form: whole(1, 36_500).default(30),
    group: 'retention',
    unit: 'days',
    isChangeable: true,
    title: { en: 'Keep the request log', zh: '保留请求日志' },
    help: {
      en: 'How long a row of the request log is kept; a row takes some 0.5 kB, and every call leaves one.',
      zh: '请求日志的一行保留多久；每次调用留下一行，约 0.5 kB。',
    },
  },
  FILMGATE_LOG_LEVEL: {
    form: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),
    group: 'log',
    isChangeable: true,
    title: { en: 'Log level', zh: '日志级别' },
    help: { en: 'Least weight of a line on standard error.', zh: '写到标准错误的最低级别。' },
  },
  FILMGATE_LOG_TIME: {
    form: z.enum(['epoch', 'iso'], 'must be epoch or iso').default('epoch'),
    group: 'log',
    title: { en: 'Time format of the log', zh: '日志时间格式' },
    help: {
      en: 'Format of the time of a log line: epoch = milliseconds since 1970, iso = 2026-11-28T09:30:00.000Z.',
      zh: '日志行的时间格式：epoch = 1970 年以来的毫秒数，iso = 2026-11-28T09:30:00.000Z。',
    },
  },
  FILMGATE_NODE_NAME: {
    form: z.string().trim().min(1).max(100).optional(),
    group: 'log',
    title: { en: 'Node name', zh: '节点名称' },
    help: {
      en: 'Name of this process in its log lines (node). Leave empty for the host name.',
      zh: '日志行中本进程的名称（node）。留空则使用主机名。',
    },
  },
  FILMGATE_LOG_PROMPTS: {
    form: flag.default(false),
    group: 'log',
    isChangeable: true,
    title: { en: 'Keep prompts', zh: '保存提示词' },
    help: {
      en: 'Whether prompts may appear in the log and are kept in the request log, from the next call on.',
      zh: '提示词是否可以出现在日志中，并从下一次调用起保存在请求日志里。',
    },
  },
  FILMGATE_REQUEST_LOG_MAX_MB: {
    form: whole(64, 1_048_576).default(1_024),
    group: 'log',
    unit: 'mebibytes',
    title: { en: 'Size of the request log', zh: '请求日志大小' },
    help: {
      en: 'Size of the request log; beyond it the oldest rows are removed.',
      zh: '请求日志的大小，超出后删除最旧的记录。',
    },
  },
} as const satisfies DeclaredSettings;
