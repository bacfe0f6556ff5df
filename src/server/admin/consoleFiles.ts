import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileAnswer, immutable, pagePolicy } from '../http/webAnswers.ts'
import type { WebFiles } from '../settings/webFiles.ts'

const assetPath = /^\/-\/assets\/([\w.-]{1,100})$/
const pageHeaders = [
  ...['cache-control', 'no-cache'],
  ...['content-security-policy', pagePolicy("'self'", "connect-src 'self'", "trusted-types 'none'")],
]

/** Answers a GET of the console or of one of its assets, which need no token. Returns whether it was one. */
export function sendConsoleFile(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { console: page, assets }: WebFiles,
): boolean {
  if (method !== 'GET') return false
  const asset = assets.get(assetPath.exec(url)?.[1] ?? '')
  if (asset === undefined && url !== '/') return false
  const answer = fileAnswer(headers, asset ?? page, asset === undefined ? pageHeaders : immutable)
  response.writeHead(answer.status, [...answer.headers]).end(answer.body)
  return true
}
