import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusalText } from '../../rpc/envelope/responses.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import type { Refusal } from '../refusals/refusals.ts'

/** Some clients offer HTTP/2 (`h2c`) with every request; a server may ignore the offer. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Puts a request that offers another protocol back into its socket without the offer. Node stops reading after its
 * head, so the head is written again before the bytes that follow it. The request is the connection's last, so that a
 * connection does this once.
 */
export function withoutUpgrade(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`, 'connection: close']
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (!offers.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]))
}

const offers = new Set(['upgrade', 'connection', 'http2-settings'])

/** Refuses a request that Node hands over as a bare socket, and ends the socket. */
export const refuseSocket = (socket: Duplex, { status, error, headers }: Refusal): void =>
  endSocket(socket, status, ['content-type', 'application/json', ...headers], refusalText(null, error))

/** Sends the last answer over a socket. Headers are names and values in turn. */
export function endSocket(socket: Duplex, status: number, headers: readonly string[], body: Piece): void {
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n${lines}\r\n`,
  )
  socket.end(body)
}
