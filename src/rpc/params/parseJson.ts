import { parseError, RpcError, tooDeep, tooManyMembers, tooManyValues } from '../errors/errors.ts'

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

const quote = 0x22
const backslash = 0x5c

const colon = 0x3a
const comma = 0x2c
const openingBrace = 0x7b
const closingBrace = 0x7d
const openingBracket = 0x5b
const closingBracket = 0x5d

/**
 * Members of all objects in one text. Building objects of more members takes longer than a millisecond per thousand;
 * a call that overrides the most cells, or the largest batch, has fewer.
 */
export const maximumMembers = 20_000

/**
 * Values of all arrays and objects in one text, as its commas and opening brackets count them. Each takes about 60 bytes of
 * memory and half a microsecond; the longest lists of addresses, topics and overrides have fewer.
 */
export const maximumValues = 50_000

/** Which bound a JSON text exceeds. Counts brackets, commas and colons outside strings in one pass, before any value is built. */
function exceededBound(text: string, maximumDepth: number): 'depth' | 'members' | 'values' | undefined {
  // Text with fewer characters than levels exceeds no bound.
  if (text.length <= maximumDepth) return undefined
  let depth = 0
  let members = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon && ++members > maximumMembers) return 'members'
    else if (code === comma && ++values > maximumValues) return 'values'
    else if (code === openingBrace || code === openingBracket) {
      if (++depth > maximumDepth) return 'depth'
      if (++values > maximumValues) return 'values'
    } else if (code === closingBrace || code === closingBracket) depth--
  }
  return undefined
}

/** Most strings are shorter; the quote of a longer one is searched for, which takes a tenth of looking at each character. */
const shortString = 64

/** Position of the closing quote; the end of the text when the quote is missing. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
    else if (at - start === shortString) {
      const end = text.indexOf('"', at + 1)
      if (end < 0) return text.length
      if (text.charCodeAt(end - 1) !== backslash) return end
    }
  }
  return text.length
}
