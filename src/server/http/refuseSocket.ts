import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusalText } from '../../rpc/envelope/responses.ts'
import type { Refusal } from '../refusals/refusals.ts'

/** Refuses a request that Node hands over as a bare socket, and ends the socket. */
export function refuseSocket(socket: Duplex, { status, error, headers }: Refusal): void {
  const body = refusalText(null, error)
  const extra = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${extra}\r\n${body}`,
  )
}
