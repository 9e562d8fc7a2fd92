import { defineTexts } from '../../texts/define-texts.ts';
import type { KnownSetting } from './setting-facts.ts';

type Meanings = { readonly [N in KnownSetting]: string };

const en: Meanings = {
  service_api_key:
    'Callers of the Local Generation API show it as a bearer token. While it is empty, callers need none.',
  upstream_api_key:
    'Callers of the native API show it as a bearer token; at least 16 characters beyond this machine. Unset, that API answers 401 to everything.',
  metrics_token:
    'Lets /metrics be read without a session; at least 16 characters beyond this machine.',
  master_key_previous:
    'Keys that sealed secrets before the master key did, separated by commas. Needed until everything is sealed under the new one.',
  request_log_max_mb: 'Size of the request log; beyond it the oldest rows are removed.',
  max_connections: 'Open connections of one listener; further ones are closed.',
  max_unknown_connections_per_address:
    'Open connections of one block of addresses over which no credential was accepted yet.',
  max_open_requests:
    'Requests that are not answered to the end, waiting ones included; beyond it callers get 503.',
  max_open_requests_per_caller: 'The same of one caller, who gets 429 then.',
  max_body_mib: 'Request bodies held at once; beyond it callers get 503.',
  max_body_mib_per_caller: 'The same of one caller, who gets 429 then.',
  max_open_files: 'Downloads open at once; beyond it callers get 503.',
  max_open_files_per_caller:
    'The same of one caller, who gets 429 then. Signed links count by block of addresses.',
  master_key:
    'Seals the secrets of accounts: 32 bytes in base64 or hexadecimal. Unset, the file master.key in the data directory.',
  local_public_url:
    'How these pages and the Local Generation API are reached from outside. With https the session cookie is Secure: log in again afterwards.',
  tasks_public_url:
    'How the Video Task API is reached from outside; every video_url begins with it.',
  allowed_origins:
    'Further web origins that may use the administration API from a browser, such as https://console.example.com, separated by commas.',
  trust_proxy:
    'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges, separated by commas.',
  host: 'Address both listeners bind to. Anything but loopback needs a service key.',
  local_port: 'Port of these pages and the Local Generation API; 0 takes any free one.',
  tasks_port: 'Port of the Video Task API; 0 takes any free one.',
  allow_open: 'Allows an address beyond this machine without a service key.',
  model_aliases: 'Further names of models: alias=model, separated by commas.',
  image_hosts:
    'Hosts remote images may come from, separated by commas: images.example.com, *.example.com, private:host for one inside your network. Empty: none on the Video Task API, any public one on the Local Generation API.',
  catalog: 'Shipped catalogs to offer, separated by commas. Empty: the built-in one.',
  catalog_file: 'JSON file that replaces the built-in model catalog.',
  default_model_tasks:
    'Model of a request that names none, as id or alias. Empty: the first one of the catalog.',
  default_model_local:
    'Model the workbench and filmgate generate begin with. Empty: the first one of the catalog.',
  providers_file: 'JSON file of places of your own.',
  accounts_file: 'JSON file of accounts that each start brings into the store.',
  queue_limit: 'Tasks that may wait for an account; beyond it creations answer 503.',
  queue_owner_share_percent:
    'Part of the queue, in per cent, that each API user may still fill when it is full. One with more waiting tasks gets 429 then.',
  asset_allowance_bytes:
    'Uploads and reference images kept for one API user, the native key or the Local Generation API. Beyond it they answer 429.',
  free_space_min_bytes: 'Below this much room on the disk uploads and references answer 503.',
  send_timeout_seconds:
    'How long a submission may stay without an answer before its outcome is unknown.',
  job_deadline_seconds:
    'How long an accepted submission may stay without an end before its outcome is unknown.',
  result_fetch_hours:
    'How long a finished result is fetched where its provider does not say how long it keeps it. Then the task fails.',
  result_copies: 'Results each process copies at once; others wait for their turn.',
  result_copy_mib: 'What those copies may announce together. A larger result is copied alone.',
  result_idle_seconds:
    'Silence after which a connection to a result is given up. The copy goes on over another where the host can do that.',
  result_min_bytes_per_second:
    'Bytes per second below which it is given up, judged over a minute. 0 = none.',
  unknown_slot_seconds:
    'How long a job keeps its account’s slot while its outcome is unknown, or its finished result is waited for.',
  sync_wait_seconds:
    'How long a call of the Local Generation API waits for its generation. Unset, the time of each model family.',
  retention_results_hours: 'How long a finished video can be downloaded.',
  retention_jobs_days: 'How long a finished job is remembered.',
  retention_logs_days:
    'How long a row of the request log is kept; a row takes some 0.5 kB, and every call leaves one.',
  admin_username: 'Name to log in with here.',
  admin_password: 'Unset, one was made at the first start and printed once.',
  session_idle_minutes: 'How long an administrator’s session may rest before one logs in again.',
  session_max_hours: 'How long it lasts at most.',
  log_level: 'Least weight of a line on standard error.',
  log_prompts:
    'Whether prompts may appear in the log and are kept in the request log, from the next call on.',
  data_dir: 'Everything that is kept: database, videos, assets, master key. One process owns it.',
  witness_dir:
    'Where the file lies by which an older copy of the database is noticed. Unset, the data directory.',
  storage: 'Where jobs are kept.',
  redis_url: 'Where Redis is reached.',
  redis_prefix: 'Names the store on the server; all nodes of one store give the same.',
  redis_durability: 'What Redis must keep over a loss of power.',
  redis_vouched:
    'Whether the operator answers for the durability of a Redis that does not let itself be asked.',
  result_store: 'In files of the data directory, or in an S3-compatible service.',
  s3_endpoint:
    'Where the service answers, such as https://s3.eu-west-1.amazonaws.com; the bucket is asked for in the path.',
  s3_region: 'Region the requests are signed for.',
  s3_bucket: 'Name of the bucket, which must exist.',
  s3_prefix: 'What every key begins with.',
  s3_access_key_id: 'Who asks; may read, write, delete and list below the prefix.',
  s3_secret_access_key: 'The key the requests are signed with.',
  role: 'Whether this process answers calls, runs jobs, or both.',
  lease_seconds:
    'How long a node that died keeps the jobs it was at, before another node goes on with them.',
  mock_url: 'Where filmgate-mock listens. Unset, the mock runs inside the gateway.',
  mock_speed: '20 makes it twenty times faster.',
  mock_seed: 'Ids and pictures follow from it.',
};

const zh: Meanings = {
  service_api_key: '本地生成 API 的调用方以 Bearer 令牌出示此密钥。为空时不检查任何人的密钥。',
  upstream_api_key:
    '原生 API 的调用方以 Bearer 令牌出示此密钥，对外开放时至少 16 个字符。未设置时该 API 一律应答 401。',
  metrics_token: '凭此令牌无需登录即可读取 /metrics，对外开放时至少 16 个字符。',
  master_key_previous: '主密钥之前用于密封的密钥，以逗号分隔。全部改用新主密钥密封之前需要它们。',
  request_log_max_mb: '请求日志的大小，超出后删除最旧的记录。',
  max_connections: '一个监听器的打开连接数，超出的连接会被关闭。',
  max_unknown_connections_per_address: '来自同一地址段、尚未通过任何凭据的打开连接数。',
  max_open_requests: '尚未应答完毕的请求数，包括等待中的请求；超出后应答 503。',
  max_open_requests_per_caller: '单个调用方的同一上限，超出后应答 429。',
  max_body_mib: '同时持有的请求体大小，超出后应答 503。',
  max_body_mib_per_caller: '单个调用方的请求体大小上限，超出后应答 429。',
  max_open_files: '同时进行的下载数，超出后应答 503。',
  max_open_files_per_caller: '单个调用方同时进行的下载数，超出后应答 429。签名链接按地址段计数。',
  master_key:
    '用于密封各账号的机密：32 字节，base64 或十六进制。未设置时使用数据目录中的 master.key 文件。',
  local_public_url:
    '从外部访问这些页面和本地生成 API 的地址。使用 https 时会话 Cookie 为 Secure，修改后需重新登录。',
  tasks_public_url: '从外部访问视频任务 API 的地址；每个 video_url 都以它开头。',
  allowed_origins:
    '可在浏览器中使用管理 API 的其他网页来源，例如 https://console.example.com，用逗号分隔。',
  trust_proxy: '信任其 X-Forwarded-For 的代理：地址或 CIDR 网段，用逗号分隔。',
  host: '两个监听器绑定的地址。非回环地址必须设置服务密钥。',
  local_port: '这些页面和本地生成 API 的端口；0 表示任意空闲端口。',
  tasks_port: '视频任务 API 的端口；0 表示任意空闲端口。',
  allow_open: '允许在没有服务密钥时监听本机以外的地址。',
  model_aliases: '模型的其他名称：别名=模型，用逗号分隔。',
  image_hosts:
    '允许获取远程图片的主机，用逗号分隔：images.example.com、*.example.com，内网主机写作 private:主机。为空时：视频任务 API 不允许任何主机，本地生成 API 允许任何公网主机。',
  catalog: '要提供的自带模型目录，用逗号分隔。为空时使用内置目录。',
  catalog_file: '替换内置模型目录的 JSON 文件。',
  default_model_tasks: '请求未指定模型时使用的模型（id 或别名）。为空时为目录中的第一个。',
  default_model_local: '工作台和 filmgate generate 起始使用的模型。为空时为目录中的第一个。',
  providers_file: '自有接入点的 JSON 文件。',
  accounts_file: '每次启动时写入存储的账号的 JSON 文件。',
  queue_limit: '可等待账号的任务数；超出后新建请求应答 503。',
  queue_owner_share_percent:
    '队列已满时，每个 API 用户仍可占用的百分比。等待任务超过此份额的用户会收到 429。',
  asset_allowance_bytes:
    '为一个 API 用户、原生密钥或本地生成 API 保存的上传和参考图片的字节数。超出后应答 429。',
  free_space_min_bytes: '磁盘剩余空间低于此值时，上传和参考素材应答 503。',
  send_timeout_seconds: '提交在多久没有应答后视为结果未知。',
  job_deadline_seconds: '已受理的提交在多久没有结果后视为结果未知。',
  result_fetch_hours: '提供方未说明保留多久时，尝试获取成品的时长；之后任务失败。',
  result_copies: '每个进程同时复制的成品数；其余排队等待。',
  result_copy_mib: '这些复制合计的最大大小；更大的成品单独复制。',
  result_idle_seconds: '成品连接静默多久后放弃；若主机支持，会用新连接从断点继续。',
  result_min_bytes_per_second: '每秒字节数低于此值（按一分钟判断）时放弃连接；0 表示不限。',
  unknown_slot_seconds: '结果未知或成品尚未取回的任务占用账号名额多久。',
  sync_wait_seconds: '本地生成 API 的一次调用等待生成多久。未设置时按各模型系列的时间。',
  retention_results_hours: '完成的视频可下载多久。',
  retention_jobs_days: '已结束的任务保留多久。',
  retention_logs_days: '请求日志的一行保留多久；每次调用留下一行，约 0.5 kB。',
  admin_username: '在此登录所用的名称。',
  admin_password: '未设置时，首次启动会生成一个并只显示一次。',
  session_idle_minutes: '管理员会话闲置多久后需重新登录。',
  session_max_hours: '会话最长持续多久。',
  log_level: '写到标准错误的最低级别。',
  log_prompts: '提示词是否可以出现在日志中，并从下一次调用起保存在请求日志里。',
  data_dir: '所有要保存的内容：数据库、视频、素材、主密钥。由一个进程独占。',
  witness_dir: '用于发现数据库被换成旧副本的文件所在目录。未设置时为数据目录。',
  storage: '任务保存在哪里。',
  redis_url: 'Redis 的地址。',
  redis_prefix: '存储在该服务器上的名称；同一存储的所有节点使用相同的名称。',
  redis_durability: '断电时 Redis 必须保住的内容。',
  redis_vouched: '当 Redis 不允许查询其配置时，是否由运维人员为其持久性担保。',
  result_store: '保存在数据目录的文件中，或保存在兼容 S3 的服务中。',
  s3_endpoint: '服务的地址，例如 https://s3.eu-west-1.amazonaws.com；存储桶写在路径中。',
  s3_region: '请求签名所用的区域。',
  s3_bucket: '存储桶的名称，必须已存在。',
  s3_prefix: '每个键的开头。',
  s3_access_key_id: '以谁的身份请求；须能在前缀下读取、写入、删除和列出。',
  s3_secret_access_key: '用于给请求签名的密钥。',
  role: '本进程应答调用、执行任务，还是两者兼有。',
  lease_seconds: '节点失效后，其任务保留多久才由其他节点接手。',
  mock_url: 'filmgate-mock 监听的地址。未设置时模拟上游在网关内运行。',
  mock_speed: '20 表示快二十倍。',
  mock_seed: '编号和画面由它决定。',
};

/** What each setting means. */
export const settingMeanings = defineTexts('setting-meanings', { en, zh });
