import { parseError, RpcError, tooDeep } from '../errors/errors.ts'
import { isDeeperThan } from '../json/nesting.ts'

const byteOrderMark = '\ufeff'

/**
 * The value of JSON text, or the `RpcError` for text that is not JSON or is nested deeper than `maximumDepth`. The depth is
 * checked first, so that parsing cannot overflow the stack.
 */
export function jsonOrError(
  text: string,
  maximumDepth: number,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  if (isDeeperThan(maximumDepth, text)) return tooDeep()
  try {
    return parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    return parseError()
  }
}

/** The same, which throws the error. */
export function parseJson(text: string, maximumDepth: number): unknown {
  const value = jsonOrError(text, maximumDepth)
  if (value instanceof RpcError) throw value
  return value
}
