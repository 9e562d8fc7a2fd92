import { whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** What callers may cost at once. */
export const limitsSettings = {
  FILMGATE_MAX_CONNECTIONS: {
    form: whole(1, 1_000_000).default(20_000),
    group: 'process',
    title: { en: 'Connections', zh: '连接数' },
    help: {
      en: 'Open connections of one listener; further ones are closed.',
      zh: '一个监听器的打开连接数，超出的连接会被关闭。',
    },
  },
  FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS: {
    form: whole(1, 1_000_000).default(4_096),
    group: 'process',
    title: { en: 'Unknown connections of an address', zh: '单个地址的未认证连接数' },
    help: {
      en: 'Open connections of one block of addresses over which no credential was accepted yet.',
      zh: '来自同一地址段、尚未通过任何凭据的打开连接数。',
    },
  },
  FILMGATE_MAX_OPEN_REQUESTS: {
    form: whole(1, 1_000_000).default(20_000),
    group: 'process',
    title: { en: 'Open requests', zh: '进行中的请求数' },
    help: {
      en: 'Requests that are not answered to the end, waiting ones included; beyond it callers get 503.',
      zh: '尚未应答完毕的请求数，包括等待中的请求；超出后应答 503。',
    },
  },
  FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER: {
    form: whole(1, 1_000_000).default(12_000),
    group: 'process',
    title: { en: 'Open requests of a caller', zh: '单个调用方进行中的请求数' },
    help: {
      en: 'The same of one caller, who gets 429 then.',
      zh: '单个调用方的同一上限，超出后应答 429。',
    },
  },
  FILMGATE_MAX_BODY_MIB: {
    form: whole(64, 1_000_000).default(512),
    group: 'process',
    unit: 'mebibytes',
    title: { en: 'Request bodies in hand', zh: '同时持有的请求体' },
    help: {
      en: 'Request bodies held at once, as far as they have come; beyond it callers get 503.',
      zh: '同时持有的请求体大小（按已收到的字节计），超出后应答 503。',
    },
  },
  FILMGATE_MAX_BODY_MIB_PER_CALLER: {
    form: whole(64, 1_000_000).default(192),
    group: 'process',
    unit: 'mebibytes',
    title: { en: 'Request bodies of a caller', zh: '单个调用方的请求体' },
    help: {
      en: 'The same of one caller, who gets 429 then.',
      zh: '单个调用方的请求体大小上限，超出后应答 429。',
    },
  },
  FILMGATE_MAX_OPEN_FILES: {
    form: whole(1, 100_000).default(1_024),
    group: 'process',
    title: { en: 'Open downloads', zh: '进行中的下载数' },
    help: {
      en: 'Downloads open at once, signed links having three quarters of them; beyond it callers get 503.',
      zh: '同时进行的下载数，其中签名链接最多占四分之三；超出后应答 503。',
    },
  },
  FILMGATE_MAX_OPEN_FILES_PER_CALLER: {
    form: whole(1, 100_000).default(256),
    group: 'process',
    title: { en: 'Open downloads of a caller', zh: '单个调用方进行中的下载数' },
    help: {
      en: 'The same of one caller, who gets 429 then. Signed links count by block of addresses.',
      zh: '单个调用方同时进行的下载数，超出后应答 429。签名链接按地址段计数。',
    },
  },
} as const satisfies DeclaredSettings;
