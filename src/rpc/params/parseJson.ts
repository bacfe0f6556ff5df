import { parseError, tooDeep } from '../errors/errors.ts'
import { isDeeperThan } from '../json/nesting.ts'

const byteOrderMark = '\ufeff'

/**
 * The value of JSON text. Throws an `RpcError` for text that is not JSON or is nested deeper than `maximumDepth`; the
 * depth is checked first, so that parsing cannot overflow the stack.
 */
export function parseJson(
  text: string,
  maximumDepth: number,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  if (isDeeperThan(maximumDepth, text)) throw tooDeep()
  try {
    return parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    throw parseError()
  }
}
