import { connect } from 'node:net'
import { chainIdRequest } from '../wholeRequest.ts'
import { type Connection, type HttpAnswers, httpAnswers, isAnswered } from './httpAnswers.ts'

export interface ExchangeOptions {
  /** Expects no answer: waits until another connection has been served instead. */
  readonly isSilent?: boolean
}

/** Sent after the answer: a server that answers it has kept the connection open. */
const lastId = 'last-request-of-connection'
const lastBody = chainIdRequest.replace('"id":1', `"id":"${lastId}"`)
const lastRequest = [
  'POST / HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  `content-length: ${lastBody.length}`,
  '',
  lastBody,
].join('\r\n')

const speaksWebSocket = (received: string): boolean => received.startsWith('HTTP/1.1 101 ')
const willEnd = (received: string): boolean => /^connection: close/im.test(received)

/** Sends bytes over a new connection and returns the answers. */
export function exchange(port: number, sent: Buffer, options: ExchangeOptions = {}): Promise<HttpAnswers> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const hasBody = !sent.toString('latin1', 0, 5).startsWith('HEAD')
    let received = Buffer.alloc(0)
    let isAsked = false
    const end = (connection: Connection): void => {
      socket.destroy()
      resolve(httpAnswers(withoutLast(received.toString()), connection))
    }
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const text = received.toString('latin1')
      if (text.includes(lastId)) return end('open')
      if (isAsked || !isAnswered(text, hasBody)) return
      isAsked = true
      if (speaksWebSocket(text)) end('open')
      else if (!willEnd(text)) socket.write(lastRequest)
    })
    // A closed connection may be reset; the bytes before the reset have been received.
    socket.on('error', () => {})
    socket.on('close', () => end('closed'))
    socket.write(sent, () => {
      if (options.isSilent === true) void exchange(port, Buffer.from(lastRequest)).then(() => end('open'))
    })
  })
}

/** The bytes before the answer to the last request. */
function withoutLast(received: string): string {
  const at = received.indexOf(lastId)
  return at < 0 ? received : received.slice(0, received.lastIndexOf('HTTP/1.1 ', at))
}
