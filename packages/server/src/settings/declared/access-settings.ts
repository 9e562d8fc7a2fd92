import { z } from 'zod';
import { headerKey, masterKey, masterKeys, secret, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Keys and logins. */
export const accessSettings = {
  FILMGATE_SERVICE_API_KEY: {
    form: headerKey(0).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
    title: { en: 'Service key', zh: '服务密钥' },
    help: {
      en: 'Callers of the Local Generation API show it as a bearer token. While it is empty, callers need none.',
      zh: '本地生成 API 的调用方以 Bearer 令牌出示此密钥。为空时不检查任何人的密钥。',
    },
  },
  FILMGATE_NATIVE_API_KEY: {
    form: headerKey(8).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
    formerly: 'FILMGATE_UPSTREAM_API_KEY',
    title: { en: 'Key of the native API', zh: '原生 API 密钥' },
    help: {
      en: 'Callers of the native API show it as a bearer token; at least 16 characters beyond this machine. Unset, that API answers 401 to everything.',
      zh: '原生 API 的调用方以 Bearer 令牌出示此密钥，对外开放时至少 16 个字符。未设置时该 API 一律应答 401。',
    },
  },
  FILMGATE_METRICS_TOKEN: {
    form: headerKey(8).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
    title: { en: 'Metrics token', zh: '指标令牌' },
    help: {
      en: 'Lets /metrics be read without a session; at least 16 characters beyond this machine.',
      zh: '凭此令牌无需登录即可读取 /metrics，对外开放时至少 16 个字符。',
    },
  },
  FILMGATE_MASTER_KEY: {
    form: masterKey.optional(),
    group: 'keys',
    isSecret: true,
    title: { en: 'Master key', zh: '主密钥' },
    help: {
      en: 'Seals the secrets of accounts: 32 bytes in base64 or hexadecimal. Unset, the file master.key in the data directory.',
      zh: '用于密封各账号的机密：32 字节，base64 或十六进制。未设置时使用数据目录中的 master.key 文件。',
    },
  },
  FILMGATE_MASTER_KEY_PREVIOUS: {
    form: masterKeys.default([]),
    group: 'keys',
    isSecret: true,
    title: { en: 'Previous master keys', zh: '先前的主密钥' },
    help: {
      en: 'Keys that sealed secrets before the master key did, separated by commas. Needed until everything is sealed under the new one.',
      zh: '主密钥之前用于密封的密钥，以逗号分隔。全部改用新主密钥密封之前需要它们。',
    },
  },
  FILMGATE_ADMIN_USERNAME: {
    form: z.string().min(1, 'must not be empty').default('admin'),
    group: 'sessions',
    title: { en: 'Administrator', zh: '管理员' },
    help: { en: 'Name to log in with here.', zh: '在此登录所用的名称。' },
  },
  FILMGATE_ADMIN_PASSWORD: {
    form: secret(8).optional(),
    group: 'sessions',
    isSecret: true,
    title: { en: 'Administrator’s password', zh: '管理员密码' },
    help: {
      en: 'Unset, one was made at the first start and printed once.',
      zh: '未设置时，首次启动会生成一个并只显示一次。',
    },
  },
  FILMGATE_SESSION_IDLE_MINUTES: {
    form: whole(1, 100_000).default(30),
    group: 'sessions',
    unit: 'minutes',
    isChangeable: true,
    title: { en: 'Session rests at most', zh: '会话最长闲置' },
    help: {
      en: 'How long an administrator’s session may rest before one logs in again.',
      zh: '管理员会话闲置多久后需重新登录。',
    },
  },
  FILMGATE_SESSION_MAX_HOURS: {
    form: whole(1, 10_000).default(12),
    group: 'sessions',
    unit: 'hours',
    isChangeable: true,
    title: { en: 'Session lasts at most', zh: '会话最长持续' },
    help: { en: 'How long it lasts at most.', zh: '会话最长持续多久。' },
  },
} as const satisfies DeclaredSettings;
