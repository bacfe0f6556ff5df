import { parseError, RpcError, tooDeep, tooManyMembers, tooManyValues } from '../errors/errors.ts'
import { exceededBound, maximumMembers, maximumValues } from '../json/structureBounds.ts'

const byteOrderMark = '\ufeff'

/** The text without the mark that some clients begin it with, which `JSON.parse` refuses. */
export const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text)

/**
 * The value of JSON text, or the `RpcError` for text that is not JSON, is nested deeper than `maximumDepth`, or has too
 * many members or values. The bounds are checked first, so that parsing cannot overflow the stack or take long.
 */
export function jsonOrError(text: string, maximumDepth: number): unknown {
  const exceeded = exceededBound(text, maximumDepth)
  if (exceeded === 'depth') return tooDeep()
  if (exceeded === 'members') return tooManyMembers(maximumMembers)
  if (exceeded === 'values') return tooManyValues(maximumValues)
  try {
    return JSON.parse(withoutMark(text))
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
