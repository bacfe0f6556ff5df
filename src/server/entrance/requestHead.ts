import type { IncomingMessage } from 'node:http'

/**
 * The part of a request that decides whether and where it is let in. `headersDistinct` is undefined for a head without
 * repeated headers.
 */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'> &
  Partial<Pick<IncomingMessage, 'headersDistinct'>>

/** The scheme is matched in any case (RFC 9110, section 11.1); other schemes carry no API key. */
const bearer = /^bearer +(\S+)$/i

/**
 * The API key of a request: from its path, `Authorization: Bearer KEY` or `x-api-key: KEY`. Empty without a key,
 * and when two of them differ: a request with contradictory keys has no valid one.
 */
export function keyTextOf(head: RequestHead, pathKey: string): string {
  const given = new Set([
    ...(pathKey === '' ? [] : [pathKey]),
    ...valuesOf(head, 'authorization').flatMap((value) => bearer.exec(value)?.[1] ?? []),
    ...valuesOf(head, 'x-api-key'),
  ])
  const [key = ''] = given
  return given.size > 1 ? '' : key
}

function valuesOf({ headers, headersDistinct }: RequestHead, name: string): readonly string[] {
  const value = headers[name]
  return headersDistinct?.[name] ?? (typeof value === 'string' ? [value] : (value ?? []))
}

/** Whether a head has several headers of a name. */
export const isRepeated = ({ headersDistinct }: RequestHead, name: string): boolean =>
  (headersDistinct?.[name]?.length ?? 0) > 1

/** Encodings of answers that the server has. */
export type Encoding = 'br' | 'gzip'

/** No client needs a longer list of encodings; a longer one means plain text, because reading it would cost more than the answer. */
const maximumEncodings = 256

/** The supported encoding that the client prefers; undefined for plain text. */
export function encodingOf({ headers }: Pick<RequestHead, 'headers'>): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string' || accepted.length > maximumEncodings) return undefined
  const weights = new Map(accepted.toLowerCase().split(',').map(weightOf))
  const weigh = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [brotliWeight, gzipWeight] = [weigh('br'), weigh('gzip')]
  if (brotliWeight === 0 && gzipWeight === 0) return undefined
  return gzipWeight > brotliWeight ? 'gzip' : 'br'
}

function weightOf(item: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}

/** Bounds on the head of a request, its request line included. */
export const maximumHeadBytes = 16 * 1024
export const maximumHeadLines = 64

/** The text of the head at the start of received bytes, up to its maximum length. */
export function textOfHead(bytes: Buffer): string {
  const end = bytes.indexOf('\r\n\r\n')
  return bytes.toString('latin1', 0, Math.min(end < 0 ? bytes.length : end, maximumHeadBytes))
}

/** A head whose form has not been checked. It only decides whose turn the request waits for. */
export function uncheckedHead(text: string): RequestHead {
  const [first = '', ...lines] = text.split('\n', maximumHeadLines)
  const [method = '', url = '/'] = first.split(' ', 2)
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { method, url: url.trim(), headers }
}
