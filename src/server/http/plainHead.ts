import type { RequestHead } from '../entrance/requestHead.ts'

/** The head of a request whose form is beyond doubt, and the length of the body behind it. */
export interface PlainHead extends RequestHead {
  readonly headers: Readonly<Record<string, string>>
  readonly bodyLength: number
}

const requestLine = /^POST (\/[\x21-\x7e]*) HTTP\/1\.1$/
/** At most one space before the value and none behind it. */
const headerLine = /^([\w!#$%&'*+.^`|~-]+): ?((?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?)$/
const lengthDigits = /^\d{1,9}$/
/** They change how a request is read or answered. */
const special = new Set(['transfer-encoding', 'expect', 'upgrade', 'te', 'trailer', 'proxy-connection'])

/**
 * Reads the head of a POST as nearly every client of JSON-RPC sends it: HTTP/1.1, a body of a told length, no name
 * twice, no wish but to keep the connection. Undefined for all others, broken ones included, which are left to a
 * complete implementation of HTTP; so that the two can never read a request differently, this one is strict.
 */
export function parsePlainHead(text: string): PlainHead | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const url = requestLine.exec(first)?.[1]
  if (url === undefined) return undefined
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    const key = name?.toLowerCase()
    if (key === undefined || key in headers || special.has(key)) return undefined
    headers[key] = value
  }
  const { connection = 'keep-alive', 'content-length': length = '' } = headers
  if (connection.toLowerCase() !== 'keep-alive' || !lengthDigits.test(length)) return undefined
  return { method: 'POST', url, headers, bodyLength: Number(length) }
}
