import { isJsonObject } from '../json/json.ts'
import type { RequestId } from './request.ts'

/*
 * Ids are echoed exactly, including integers that a JavaScript number cannot hold: some clients number their requests
 * with random 64-bit integers and do not recognise an answer with a rounded id. Such an id is parsed as text with a
 * mark.
 */

const escapedMark = '\\u0000'
/** A quote inside a string is escaped, so this matches names of members only. */
const longId = /("id"\s*:\s*)(-?[1-9]\d{15,})(?=\s*[,}])/g
const longDigits = /^-?\d{16,}$/

/** The text of a request with a mark on ids that would be rounded. */
const protectIds = (text: string): string => text.replace(longId, `$1"${escapedMark}$2"`)

function isRounded(request: unknown): boolean {
  if (!isJsonObject(request)) return false
  const { id } = request
  return typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER
}

/** `JSON.parse` for a request or a batch that keeps every digit of its ids. */
export function parseKeepingIds(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  const hasRounded = Array.isArray(parsed) ? parsed.some(isRounded) : isRounded(parsed)
  return hasRounded ? JSON.parse(protectIds(text)) : parsed
}

/** The JSON of an id as the client sent it. */
export function idText(id: RequestId): string {
  if (typeof id === 'number') return String(id)
  if (id?.startsWith('\0') && longDigits.test(id.slice(1))) return id.slice(1)
  return JSON.stringify(id)
}
