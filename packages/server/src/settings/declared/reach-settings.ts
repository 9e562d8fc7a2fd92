import { z } from 'zod';
import { baseUrl, codeNames, flag, names, origins, proxies, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Listeners, addresses and outgoing requests. */
export const reachSettings = {
  FILMGATE_LOCAL_PUBLIC_URL: {
    form: baseUrl.optional(),
    group: 'reach',
    isChangeable: true,
    title: { en: 'Public URL of this listener', zh: '本监听器的公开地址' },
    help: {
      en: 'How these pages and the Local Generation API are reached from outside. With https the session cookie is Secure: log in again afterwards.',
      zh: '从外部访问这些页面和本地生成 API 的地址。使用 https 时会话 Cookie 为 Secure，修改后需重新登录。',
    },
  },
  FILMGATE_TASKS_PUBLIC_URL: {
    form: baseUrl.optional(),
    group: 'reach',
    isChangeable: true,
    title: { en: 'Public URL of the Video Task API', zh: '视频任务 API 的公开地址' },
    help: {
      en: 'How the Video Task API is reached from outside; every video_url begins with it.',
      zh: '从外部访问视频任务 API 的地址；每个 video_url 都以它开头。',
    },
  },
  FILMGATE_ALLOWED_ORIGINS: {
    form: origins.default([]),
    group: 'reach',
    isChangeable: true,
    title: { en: 'Further allowed origins', zh: '额外允许的来源' },
    help: {
      en: 'Further web origins that may use the administration API from a browser, such as https://console.example.com, separated by commas.',
      zh: '可在浏览器中使用管理 API 的其他网页来源，例如 https://console.example.com，用逗号分隔。',
    },
  },
  FILMGATE_TASKS_ERROR_CODES: {
    form: codeNames.default({}),
    group: 'reach',
    title: { en: 'Error codes of the Video Task API', zh: '视频任务 API 的错误代码' },
    help: {
      en: 'Other names for error codes of the Video Task API: code=name, separated by commas.',
      zh: '视频任务 API 错误代码的其他名称：代码=名称，用逗号分隔。',
    },
  },
  FILMGATE_TASKS_ROUTES_OFF: {
    form: names.default([]),
    group: 'reach',
    title: { en: 'Routes off, Video Task API', zh: '视频任务 API 停用的路由' },
    help: {
      en: 'Groups of routes the Video Task API does not have, separated by commas: models, videos, events, native.',
      zh: '视频任务 API 停用的路由组，用逗号分隔：models、videos、events、native。',
    },
  },
  FILMGATE_LOCAL_ERROR_CODES: {
    form: codeNames.default({}),
    group: 'reach',
    title: { en: 'Error codes of the Local Generation API', zh: '本地生成 API 的错误代码' },
    help: {
      en: 'Other names for error codes of the Local Generation API: code=name, separated by commas.',
      zh: '本地生成 API 错误代码的其他名称：代码=名称，用逗号分隔。',
    },
  },
  FILMGATE_LOCAL_ROUTES_OFF: {
    form: names.default([]),
    group: 'reach',
    title: { en: 'Routes off, Local Generation API', zh: '本地生成 API 停用的路由' },
    help: {
      en: 'Groups of routes the Local Generation API does not have, separated by commas: models, chat, images, pool, workbench.',
      zh: '本地生成 API 停用的路由组，用逗号分隔：models、chat、images、pool、workbench。',
    },
  },
  FILMGATE_TRUST_PROXY: {
    form: proxies.default([]),
    group: 'reach',
    title: { en: 'Trusted proxies', zh: '可信代理' },
    help: {
      en: 'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges, separated by commas.',
      zh: '信任其 X-Forwarded-For 的代理：地址或 CIDR 网段，用逗号分隔。',
    },
  },
  FILMGATE_HOST: {
    form: z.string().min(1, 'must not be empty').default('127.0.0.1'),
    group: 'reach',
    title: { en: 'Address to listen on', zh: '监听地址' },
    help: {
      en: 'Address both listeners bind to. Anything but loopback needs a service key.',
      zh: '两个监听器绑定的地址。非回环地址必须设置服务密钥。',
    },
  },
  FILMGATE_LOCAL_PORT: {
    form: whole(0, 65_535).default(8787),
    group: 'reach',
    title: { en: 'Port of this listener', zh: '本监听器的端口' },
    help: {
      en: 'Port of these pages and the Local Generation API; 0 takes any free one.',
      zh: '这些页面和本地生成 API 的端口；0 表示任意空闲端口。',
    },
  },
  FILMGATE_TASKS_PORT: {
    form: whole(0, 65_535).default(8788),
    group: 'reach',
    title: { en: 'Port of the Video Task API', zh: '视频任务 API 的端口' },
    help: {
      en: 'Port of the Video Task API; 0 takes any free one.',
      zh: '视频任务 API 的端口；0 表示任意空闲端口。',
    },
  },
  FILMGATE_ALLOW_OPEN: {
    form: flag.default(false),
    group: 'reach',
    title: { en: 'Allow to be open', zh: '允许无密钥开放' },
    help: {
      en: 'Allows an address beyond this machine without a service key.',
      zh: '允许在没有服务密钥时监听本机以外的地址。',
    },
  },
} as const satisfies DeclaredSettings;
