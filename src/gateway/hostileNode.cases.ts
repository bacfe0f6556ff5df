import { createServer, type Server, type ServerResponse } from 'node:http'
import { headHeader } from '../remote/fleetHeaders.ts'

/* A node that reports a right status, so that gateways send it requests, and answers those in wrong ways. */

export type Hostility = keyof typeof hostilities

const mebibyte = 'f'.repeat(1 << 20)

interface Hostile {
  readonly response: ServerResponse
  /** The beginning of a right answer. */
  readonly beginning: string
}

/** Writes as fast as the gateway reads, until the gateway closes the connection. */
function writeEndlessly(response: ServerResponse): void {
  const go = (): void => {
    while (!response.destroyed) if (!response.write(mebibyte)) return
  }
  response.on('drain', go)
  go()
}

export const hostilities = {
  'answers noise': ({ response }: Hostile) => void response.socket?.end('\u0000\u0001 noise \r\n\r\n'),
  'answers another request': ({ response }: Hostile) =>
    void response.end('{"jsonrpc":"2.0","id":7,"result":1}'),
  'refuses endlessly': ({ response }: Hostile) => {
    response.statusCode = 500
    writeEndlessly(response)
  },
  'answers endlessly': ({ response, beginning }: Hostile) => {
    response.write(`${beginning}result":"`)
    writeEndlessly(response)
  },
  'stops in a long answer': ({ response, beginning }: Hostile) => {
    response.write(`${beginning}result":"${mebibyte}`)
  },
  'breaks off a long answer': ({ response, beginning }: Hostile) => {
    response.write(`${beginning}result":"${mebibyte}`, () => response.socket?.destroy())
  },
  'sends a long head': ({ response }: Hostile) =>
    void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1 << 20)}\r\n\r\n`),
  'sends a head byte by byte': ({ response: { socket } }: Hostile) => {
    const timer = setInterval(() => {
      if (socket === null || socket.destroyed) clearInterval(timer)
      else socket.write('h')
    }, 100)
  },
  'nests deeply': ({ response, beginning }: Hostile) =>
    void response.end(`${beginning}result":${'['.repeat(1 << 20)}${']'.repeat(1 << 20)}}`),
  'answers other types': ({ response, beginning }: Hostile) =>
    void response.end(
      `${beginning}result":{"next":7,"run":7,"count":{},"hashes":[7],"blocks":[[],7,{"head":{"number":"0xzz","hash":7},"logs":{}}],"head":{"number":1e999,"hash":"0x"},"payloads":[7,null]}}`,
    ),
  'answers twice': ({ response: { socket } }: Hostile) => {
    const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
    socket?.write(reply + reply)
  },
}

interface ReportedHead {
  readonly number: number
  readonly hash: string
}

export interface HostileNode {
  readonly url: string
  hostility: Hostility
  /** Whether it stops reporting its status after the first other request, like a halted process. */
  halts: boolean
  /** The best block that it reports. */
  head: ReportedHead
  /** Whether it also answers the `fleet_` methods wrongly, except for its status. */
  isHostileToGateways: boolean
  /** Number of received requests. */
  readonly asked: number
  close(): void
}

export async function startHostileNode(head: ReportedHead, chainId: number): Promise<HostileNode> {
  let asked = 0
  const server: Server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const body: { method?: string; id?: unknown } | { id?: unknown }[] = JSON.parse(text)
      response.setHeader(headHeader, `${node.head.number},${node.head.hash}`)
      const first = Array.isArray(body) ? body[0] : body
      const beginning = `${Array.isArray(body) ? '[' : ''}{"jsonrpc":"2.0","id":${JSON.stringify(first?.id)},"`
      const isHalted = node.halts && asked > 0
      const isOfGateway = !Array.isArray(body) && body.method?.startsWith('fleet_') === true
      if (isOfGateway && (body.method === 'fleet_status' || !node.isHostileToGateways)) {
        if (isHalted) return
        const status = { chainId, ...node.head, isSyncing: false, sharesFilters: false }
        setTimeout(() => response.end(`${beginning}result":${JSON.stringify(status)}}`), 20)
        return
      }
      asked++
      hostilities[node.hostility]({ response, beginning })
    })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const node: HostileNode = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    hostility: 'answers noise',
    halts: false,
    head,
    isHostileToGateways: false,
    get asked() {
      return asked
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return node
}
