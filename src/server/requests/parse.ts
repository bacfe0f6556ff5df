import { parseError, tooDeep } from '../../rpc/errors.ts'
import { isDeeperThan } from '../../rpc/nesting.ts'
import { parseKeepingIds } from './exactIds.ts'

const byteOrderMark = '\ufeff'

/** The JSON of a request's text, or an `RpcError` when it is no JSON or nested deeper than allowed. */
export function parseOrError(text: string, maximumDepth: number): unknown {
  if (isDeeperThan(maximumDepth, text)) return tooDeep()
  try {
    return parseKeepingIds(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    return parseError()
  }
}
