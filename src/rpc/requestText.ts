import { parseError, tooDeep } from './errors.ts'

const byteOrderMark = 0xfeff

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** The JSON of a request's text. Throws an `RpcError` when it is no JSON, or nested deeper than allowed. */
export function parseRequest(text: string, maximumDepth: number): unknown {
  if (isDeeperThan(maximumDepth, text)) throw tooDeep()
  try {
    const request: unknown = JSON.parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text)
    return request
  } catch {
    throw parseError()
  }
}

/** Counts brackets outside strings, so that nothing is built before it is known to be shallow. */
function isDeeperThan(maximumDepth: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === openBrace || character === openBracket) {
      if (++depth > maximumDepth) return true
    } else if (character === closeBrace || character === closeBracket) depth--
  }
  return false
}

/** Position of the quote that ends the string which starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === backslash) at++
    else if (character === quote) return at
  }
  return text.length
}
