import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { JsonText } from '../../rpc/json/jsonText.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { isAllowedHost, isLoopback } from '../entrance/hosts.ts'
import { ownPieces } from '../http/sendPieces.ts'
import { expositionType } from '../metrics/exposition.ts'
import type { WebFiles } from '../settings/webFiles.ts'
import { type AdminAnswer, type AdminContext, AdminError, type WrittenAnswer } from './adminRoute.ts'
import { findRoute } from './adminRoutes.ts'
import { sendConsoleFile } from './consoleFiles.ts'

export interface AdminServerParts extends AdminContext {
  readonly host: string
  /** Every request but that of the metrics must bring it. */
  readonly token: string
  /** The console; undefined for sources that were not built. */
  readonly web: WebFiles | undefined
}

const base = 'http://admin'

/** Serves the operator on an address of its own: the console, metrics for Prometheus, and the API below `/api`. */
export function adminServer(parts: AdminServerParts): Server {
  const hosts = isLoopback(parts.host) ? 'loopback' : '*'
  return createServer((request, response) => {
    if (!isAllowedHost(request.headers.host, hosts)) return response.writeHead(404).end()
    if (request.method === 'GET' && request.url === '/metrics') return sendMetrics(parts, response)
    try {
      if (parts.web !== undefined && sendConsoleFile(request, response, parts.web)) return
    } catch (error) {
      return refuse(response, error, parts.report)
    }
    return void answer(parts, request)
      .then((answered) =>
        'json' in answered ? send(response, 200, answered) : sendWritten(response, answered),
      )
      .catch((error: unknown) => refuse(response, error, parts.report))
  })
}

function sendMetrics({ metrics, ...sources }: AdminServerParts, response: ServerResponse): void {
  response.setHeader('content-type', expositionType).end(metrics.expose(sources))
}

async function answer(parts: AdminServerParts, request: IncomingMessage): Promise<AdminAnswer> {
  const { url = '/' } = request
  if (!URL.canParse(url, base)) throw new AdminError(400, 'the path is malformed')
  const { pathname, searchParams: query } = new URL(url, base)
  if (!pathname.startsWith('/api/'))
    throw new AdminError(404, 'there are /metrics, the console at /, and the API below /api/')
  if (!isToken(request.headers.authorization, parts.token)) {
    throw new AdminError(401, 'send the admin token as Authorization: Bearer TOKEN')
  }
  const { route, path } = findRoute(request.method ?? '', pathname)
  const body = route.method === 'GET' ? undefined : await readJsonBody(request)
  return route.answer({ path, query, body }, parts)
}

function refuse(response: ServerResponse, error: unknown, report: AdminServerParts['report']): void {
  const { status, message } = refusalOf(error)
  if (status === 500) report(error)
  // A part of the answer was sent.
  if (response.headersSent) return void response.destroy()
  // A refused body may not have been read.
  if (status !== 404) response.setHeader('connection', 'close')
  send(response, status, { json: { error: message } })
}

function refusalOf(error: unknown): Pick<AdminError, 'status' | 'message'> {
  if (error instanceof AdminError) return error
  // The message says what the operator can do about it, without passwords.
  if (error instanceof SharingError) return { status: 503, message: error.message }
  return { status: 500, message: 'the server failed; its log says why' }
}

const headersOf = (contentType: string) => ({
  'content-type': contentType,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

const send = (response: ServerResponse, status: number, { json }: { readonly json: unknown }): void =>
  void response.writeHead(status, headersOf('application/json')).end(JSON.stringify(json))

async function sendWritten(
  response: ServerResponse,
  { written, contentType = 'application/json' }: WrittenAnswer,
): Promise<void> {
  response.writeHead(200, headersOf(contentType))
  if (written instanceof JsonText) response.end(written.text)
  else await pipeline(Readable.from(ownPieces(written.pieces)), response).catch(unlessOperatorLeft)
}

function unlessOperatorLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

const maximumBody = 64 * 1024

/** The JSON value of a body; undefined for an empty one. */
async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > maximumBody) throw new AdminError(413, `a body has at most ${maximumBody} bytes`)
    pieces.push(piece)
  }
  if (length === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw new AdminError(400, 'the body is not JSON')
  }
}

const tokenBytes = 24

export const newToken = (random: (length: number) => Uint8Array): string =>
  Buffer.from(random(tokenBytes)).toString('base64url')

/** Whether an `Authorization` header has the token. Compares hashes in constant time. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}
