/** Refusals the pages can say by themselves: the codes of the header `x-error-code`, in Chinese. English is the server's own. */
const errorsInChinese = {
  no_session: '请先登录。',
  login_failed: '用户名或密码不正确。',
  login_throttled: '登录失败次数过多，请稍后再试。',
  login_busy: '登录请求过多，请稍后再试。',
  one_time_code_required: '还需要一次性验证码。',
  one_time_code_wrong: '一次性验证码不正确，或已被使用。',
  confirmation_failed: '当前密码不正确。',
  reauthentication_required: '此操作需要最近十分钟内的登录，请再次登录后重试。',
  second_factor_state: '一次性验证码的状态已改变，请刷新页面。',
  foreign_origin: '请求来自其他网站，已被拒绝。',
  foreign_host: '请求的主机名不属于本服务器。',
  route_not_found: '没有这个路径。',
  method_not_allowed: '该路径不支持此方法。',
  not_found: '没有找到所请求的内容。',
  request_malformed: '请求格式不正确。',
  body_too_large: '请求内容过大。',
  media_type_unsupported: '请求内容的类型不受支持。',
  field_invalid: '有一项内容不符合要求。',
  account_needed: '数据丢失前的任务可能由此账号提交，请先认定其结果，或停用该账号。',
  label_taken: '该名称已被其他账号使用。',
  key_in_use: '进行中的任务只能用当前密钥读取，请等待它们结束。',
  not_unknown: '只有结果未知的任务才能认定。',
  maybe_sent: '只有尚未提交的任务才能取消。',
  not_adoptable: '服务商的这个编号不能成为该任务的作品。',
  result_lost: '存储的文件已丢失，服务商也不再保存它。',
  result_restoring: '存储的文件已丢失，正在重新从服务商获取。',
  storage_unavailable: '暂时无法访问存储。',
  internal: '服务器未能响应。',
  internal_error: '服务器未能响应。',
  id_conflict: '该编号已用于另一个内容不同的任务。',
  upgrade_required: '此路径只接受 WebSocket 连接。',
  payload_invalid: '请求内容不正确。',
  model_required: '请选择模型。',
  model_invalid: '没有这个模型。',
  prompt_required: '请填写提示词。',
  reference_invalid: '有一张参考图片无法使用。',
  concurrency_limited: '排队的任务已满，请稍后再试。',
  account_quota_exhausted: '点数不足。',
  account_forbidden: '账号无权使用该模型。',
  upstream_account_token_invalid: '没有已启用并登录的账号可用于该模型。',
  upstream_unavailable: '服务商暂时不可用。',
  draining: '服务器即将停止，暂不接受新任务。',
  request_timeout: '请求未能及时送达。',
  headers_too_large: '请求头过大。',
  range_not_satisfiable: '请求的范围超出文件大小。',
} as const;

export type ServerErrorCode = keyof typeof errorsInChinese;

/** The codes the pages know. */
export const serverErrorCodes: ReadonlySet<string> = new Set(Object.keys(errorsInChinese));

const isKnown = (code: string): code is ServerErrorCode => serverErrorCodes.has(code);

/** A refusal in the language of the pages; null where only the server's own sentence can say it. */
export function sayServerError(code: string | null, language: string): string | null {
  return language === 'zh' && code !== null && isKnown(code) ? errorsInChinese[code] : null;
}
