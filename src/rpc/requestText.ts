import { parseError, tooDeep } from './errors.ts'
import { isDeeperThan } from './nesting.ts'

const byteOrderMark = '\ufeff'

/** The JSON of a request's text. Throws an `RpcError` when it is no JSON, or nested deeper than allowed. */
export function parseRequest(text: string, maximumDepth: number): unknown {
  if (isDeeperThan(maximumDepth, text)) throw tooDeep()
  try {
    const request: unknown = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
    return request
  } catch {
    throw parseError()
  }
}
