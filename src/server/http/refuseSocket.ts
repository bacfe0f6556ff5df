import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusal } from '../refusals.ts'
import { errorText } from '../requests/envelope.ts'

/** Refuses what Node hands over as a bare socket, and ends it. */
export function refuseSocket(socket: Duplex, { status, error, headers }: Refusal): void {
  const body = errorText(null, error)
  const extra = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${extra}\r\n${body}`,
  )
}
