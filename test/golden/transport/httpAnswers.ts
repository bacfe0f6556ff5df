/** The compared parts of all answers on a connection. */
export interface HttpAnswers {
  /** The statuses of all answers, separated by spaces. */
  readonly status: string
  /** Headers about access, encoding and upgrades, in lower case. */
  readonly headers: string
  readonly body: string
  readonly connection: Connection
}

export type Connection = 'open' | 'closed'

export const httpParts = ['status', 'headers', 'body', 'connection'] as const

interface HttpMessage {
  readonly status: string
  readonly headers: readonly string[]
  readonly body: string
}

const comparedHeader = /^(access-control-|allow:|content-encoding:|vary:|upgrade:|sec-websocket-)/
const endOfChunks = '0\r\n\r\n'

/** Parses the received bytes. */
export function httpAnswers(received: string, connection: Connection): HttpAnswers {
  const messages = httpMessages(received)
  const bodies = messages.map(({ body }) => body.trim()).filter((body) => body !== '')
  const headers = messages.flatMap((message) => message.headers)
  return {
    status: messages.map(({ status }) => status).join(' '),
    headers: headers.filter((header) => comparedHeader.test(header)).join('\n'),
    body: bodies.length > 1 ? `[${bodies.join(',')}]` : (bodies[0] ?? ''),
    connection,
  }
}

/** Splits at status lines; a recorded body never contains one. */
function httpMessages(received: string): HttpMessage[] {
  return received.split(/(?=HTTP\/1\.1 \d{3} )/).flatMap((message) => {
    const [head = '', ...rest] = message.split('\r\n\r\n')
    if (rest.length === 0) return []
    const [statusLine = '', ...headers] = head.toLowerCase().split('\r\n')
    const body = rest.join('\r\n\r\n')
    return [{ status: statusLine.split(' ')[1]!, headers, body: body === endOfChunks ? '' : body }]
  })
}

/** Whether the first answer after any 100 Continue is complete. */
export function isAnswered(received: string, hasBody: boolean): boolean {
  const answer = httpMessages(received).find(({ status }) => status !== '100')
  if (answer === undefined) return false
  const prefix = 'content-length: '
  const length = answer.headers.find((header) => header.startsWith(prefix))?.slice(prefix.length)
  return !hasBody || answer.body.length >= Number(length ?? 0)
}
