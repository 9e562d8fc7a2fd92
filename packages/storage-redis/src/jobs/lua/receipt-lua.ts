/**
 * A receipt is checked before the first write and saved with the decision based on it. Keys: `job`, `correlations`,
 * `handles`; arguments: see `receiptNames`.
 */
export const receiptLua = `
local function checkReceipt()
  local recorded = redis.call('HGET', K.correlations, A.receipt)
  local id, try
  if recorded then
    id, try = string.match(recorded, '^(.*)\\n(%d+)$')
  elseif A.lostDispatch ~= '' and redis.call('HEXISTS', K.job, 'h') == 1
    and redis.call('HEXISTS', K.job, 'k' .. A.lostTry) == 0
  then
    id, try = A.id, A.lostTry
  end
  if id ~= A.id then return 'contradicted' end
  local known = redis.call('HMGET', K.job, 'r' .. try, 'd' .. try, 'x' .. try)
  if known[3] then return 'contradicted' end
  if known[1] then
    if known[1] == A.handle or known[2] == A.claim then return 'repeated' end
    return 'contradicted'
  end
  local holder = redis.call('HGET', K.handles, A.claim)
  if holder then return 'handle-taken\\n' .. string.match(holder, '^(.*)\\n%d+$') end
  return 'recorded', try, not recorded
end
local function saveReceipt(try, isLost)
  if isLost then
    redis.call('HSET', K.job, 'k' .. try, A.lostDispatch)
    redis.call('HSET', K.correlations, A.receipt, A.id .. '\\n' .. try)
  end
  redis.call('HSET', K.job, 'r' .. try, A.handle, 'd' .. try, A.claim)
  if A.receiptAccount ~= '' then redis.call('HSET', K.job, 'a' .. try, A.receiptAccount) end
  redis.call('HSET', K.handles, A.claim, A.id .. '\\n' .. try)
end
`;

/**
 * The receipt as script arguments: its correlation id, the dispatch record it brings with its try, whether a person
 * entered it, or empty texts.
 */
export const receiptNames = [
  'receipt',
  'handle',
  'claim',
  'receiptAccount',
  'lostDispatch',
  'lostTry',
  'byHand',
] as const;
export type ReceiptName = (typeof receiptNames)[number];

/** Arguments of a decision without a receipt. */
export const noReceipt: Readonly<Record<ReceiptName, string>> = {
  receipt: '',
  handle: '',
  claim: '',
  receiptAccount: '',
  lostDispatch: '',
  lostTry: '',
  byHand: '',
};
