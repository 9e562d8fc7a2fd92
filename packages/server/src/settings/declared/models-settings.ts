import { z } from 'zod';
import { aliases, baseUrl, imageHosts, names } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Models on offer, and the mock. */
export const modelsSettings = {
  FILMGATE_MODEL_ALIASES: {
    form: aliases.default({}),
    group: 'models',
    isChangeable: true,
    title: { en: 'Model aliases', zh: '模型别名' },
    help: {
      en: 'Further names of models: alias=model, separated by commas.',
      zh: '模型的其他名称：别名=模型，用逗号分隔。',
    },
  },
  FILMGATE_IMAGE_HOSTS: {
    form: imageHosts.default([]),
    group: 'models',
    isChangeable: true,
    title: { en: 'Hosts of remote images', zh: '远程图片的主机' },
    help: {
      en: 'Hosts remote images may come from, separated by commas: images.example.com, *.example.com, private:host for one inside your network. Empty: none on the Video Task API, any public one on the Local Generation API.',
      zh: '允许获取远程图片的主机，用逗号分隔：images.example.com、*.example.com，内网主机写作 private:主机。为空时：视频任务 API 不允许任何主机，本地生成 API 允许任何公网主机。',
    },
  },
  FILMGATE_CATALOG: {
    form: names.default([]),
    group: 'models',
    title: { en: 'Shipped catalogs', zh: '自带模型目录' },
    help: {
      en: 'Shipped catalogs to offer, separated by commas. Empty: the built-in one.',
      zh: '要提供的自带模型目录，用逗号分隔。为空时使用内置目录。',
    },
  },
  FILMGATE_CATALOG_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
    title: { en: 'Catalog file', zh: '模型目录文件' },
    help: {
      en: 'JSON file that replaces the built-in model catalog.',
      zh: '替换内置模型目录的 JSON 文件。',
    },
  },
  FILMGATE_DEFAULT_MODEL_TASKS: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
    title: { en: 'Default model, Video Task API', zh: '视频任务 API 的默认模型' },
    help: {
      en: 'Model of a request that names none, as id or alias. Empty: the first one of the catalog.',
      zh: '请求未指定模型时使用的模型（id 或别名）。为空时为目录中的第一个。',
    },
  },
  FILMGATE_DEFAULT_MODEL_LOCAL: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
    title: { en: 'Default model, workbench', zh: '工作台的默认模型' },
    help: {
      en: 'Model the workbench and filmgate generate begin with. Empty: the first one of the catalog.',
      zh: '工作台和 filmgate generate 起始使用的模型。为空时为目录中的第一个。',
    },
  },
  FILMGATE_PROVIDERS_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
    title: { en: 'Places file', zh: '接入点文件' },
    help: { en: 'JSON file of places of your own.', zh: '自有接入点的 JSON 文件。' },
  },
  FILMGATE_ACCOUNTS_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
    title: { en: 'Accounts file', zh: '账号文件' },
    help: {
      en: 'JSON file of accounts that each start brings into the store.',
      zh: '每次启动时写入存储的账号的 JSON 文件。',
    },
  },
  FILMGATE_MOCK_URL: {
    form: baseUrl.optional(),
    group: 'mock',
    title: { en: 'URL of the mock upstream', zh: '模拟上游的地址' },
    help: {
      en: 'Where filmgate-mock listens. Unset, the mock runs inside the gateway.',
      zh: 'filmgate-mock 监听的地址。未设置时模拟上游在网关内运行。',
    },
  },
  FILMGATE_MOCK_SPEED: {
    form: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a positive number')
      .transform(Number)
      .refine((speed) => speed > 0, 'must be a positive number')
      .default(1),
    group: 'mock',
    unit: 'times',
    title: { en: 'Speed of the mock upstream', zh: '模拟上游的速度' },
    help: { en: '20 makes it twenty times faster.', zh: '20 表示快二十倍。' },
  },
  FILMGATE_MOCK_SEED: {
    form: z.string().default('filmgate'),
    group: 'mock',
    title: { en: 'Seed of the mock upstream', zh: '模拟上游的种子' },
    help: { en: 'Ids and pictures follow from it.', zh: '编号和画面由它决定。' },
  },
} as const satisfies DeclaredSettings;
