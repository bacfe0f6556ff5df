import { maximumHeadLines, type RequestHead } from '../entrance/requestHead.ts'

/** The head of a plain request, and where its body begins and ends in the bytes of the request. */
export interface PlainHead extends RequestHead {
  readonly headers: Readonly<Record<string, string>>
  readonly bodyStart: number
  readonly end: number
}

/** Ends a head. */
export const blankLine = '\r\n\r\n'

const requestLine = /^(GET|POST) (\/[\x21-\x7e]*) HTTP\/1\.1$/
/** At most one space before the value and no space after it. */
const headerLine = /^([\w!#$%&'*+.^`|~-]+): ?((?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?)$/
const lengthDigits = /^\d{1,9}$/
/** Headers that change how a request is read or answered. */
const special = new Set(['transfer-encoding', 'expect', 'upgrade', 'te', 'trailer', 'proxy-connection'])

/**
 * Parses the head of a request, without its blank line, as nearly every client of JSON-RPC and every monitor sends it: a POST
 * with a content length, or a GET, in HTTP/1.1 without repeated headers, over a connection that stays open. Undefined for
 * every other head, including malformed ones, which a complete implementation of HTTP handles. This parser is strict, so that
 * the two never read a request differently.
 */
export function parsePlainHead(text: string): PlainHead | undefined {
  const [first = '', ...lines] = text.split('\r\n', maximumHeadLines + 1)
  if (lines.length >= maximumHeadLines) return undefined
  const [, method, url] = requestLine.exec(first) ?? []
  if (method === undefined || url === undefined) return undefined
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    const key = name?.toLowerCase()
    if (key === undefined || key in headers || special.has(key)) return undefined
    headers[key] = value
  }
  const { connection = 'keep-alive', 'content-length': length = method === 'GET' ? '0' : '' } = headers
  if (connection.toLowerCase() !== 'keep-alive' || !lengthDigits.test(length)) return undefined
  const bodyStart = text.length + blankLine.length
  return { method, url, headers, bodyStart, end: bodyStart + Number(length) }
}
