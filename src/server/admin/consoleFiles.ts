import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding } from '../http/compression.ts'
import type { WebFile, WebFiles } from '../settings/webFiles.ts'

const assetPath = /^\/-\/assets\/([\w.-]{1,100})$/

/** The page runs scripts and styles of this server only, and talks to this server only. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Answers a GET of the console or of one of its assets, which need no token. Returns whether it was one. */
export function sendConsoleFile(
  request: IncomingMessage,
  response: ServerResponse,
  { console: page, assets }: WebFiles,
): boolean {
  const { method, url = '/' } = request
  if (method !== 'GET') return false
  const asset = assets.get(assetPath.exec(url)?.[1] ?? '')
  if (asset !== undefined) {
    send(request, response, asset, 'public, max-age=31536000, immutable')
    return true
  }
  if (url !== '/') return false
  response.setHeader('content-security-policy', policy)
  send(request, response, page, 'no-cache')
  return true
}

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: WebFile,
  cacheControl: string,
): void {
  const { contentType, etag } = file
  response.setHeader('etag', etag)
  response.setHeader('cache-control', cacheControl)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
  const encoding = chooseEncoding(headers['accept-encoding'])
  response.setHeader('vary', 'accept-encoding')
  response.setHeader('content-type', contentType)
  if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  response.end(file[encoding ?? 'plain'])
}
