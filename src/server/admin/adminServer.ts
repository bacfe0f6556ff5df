import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { JsonText } from '../../rpc/json/jsonText.ts'
import { inParts, type TextParts } from '../../rpc/json/parts.ts'
import { ownPiece } from '../../rpc/json/piece.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { isAllowedHost, isLoopback } from '../entrance/hosts.ts'
import { expositionType } from '../metrics/exposition.ts'
import type { WebFiles } from '../settings/webFiles.ts'
import { type AdminAnswer, type AdminContext, AdminError } from './adminRoute.ts'
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
        'json' in answered ? send(response, 200, answered) : sendPieces(response, answered),
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

type ShortAnswer = Extract<AdminAnswer, { readonly json: unknown }>

const send = (response: ServerResponse, status: number, { json }: ShortAnswer): void =>
  void response.writeHead(status, headersOf('application/json')).end(JSON.stringify(json))

async function sendPieces(
  response: ServerResponse,
  answered: Exclude<AdminAnswer, ShortAnswer>,
): Promise<void> {
  const isCsv = 'csvParts' in answered
  const made = 'jsonPieces' in answered ? new StreamedJson(answered.jsonPieces) : inParts(partsOf(answered))
  response.writeHead(200, headersOf(isCsv ? 'text/csv; charset=utf-8' : 'application/json'))
  if (made instanceof JsonText) return void response.end(made.text)
  for await (const piece of made.pieces) {
    if (response.destroyed) return
    if (!response.write(ownPiece(piece))) await readyForMore(response)
  }
  response.end()
}

/** Resolves when the operator's connection takes more, or is closed. A race of `once` would leave a listener behind. */
const readyForMore = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.on('drain', end)
    response.on('close', end)
  })

const partsOf = (
  answered: Extract<AdminAnswer, { jsonParts: unknown } | { csvParts: unknown }>,
): TextParts => ('csvParts' in answered ? answered.csvParts : answered.jsonParts)

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
