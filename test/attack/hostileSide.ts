import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../processes/nodeProcess.ts'
import { KeyClient, type RpcAnswer } from './client.ts'

/* A hostile writer of a reader, or a hostile upstream of a node. */

const mebibyte = 'f'.repeat(1 << 20)
const json = { 'content-type': 'application/json' }

function writeEndlessly(response: ServerResponse): void {
  const go = (): void => {
    while (!response.destroyed) if (!response.write(mebibyte)) return
  }
  response.on('drain', go)
  go()
}

/** Each answers a body whose requests have the given ids, or never ends. */
export const faults: Readonly<Record<string, (response: ServerResponse, ids: readonly unknown[]) => void>> = {
  'never answers': () => {},
  'sends bytes slowly': (response) => {
    const timer = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(timer))
  },
  'answers endlessly': (response) => {
    response.writeHead(200, json)
    response.write('{"jsonrpc":"2.0","id":1,"result":"')
    writeEndlessly(response)
  },
  'answers 30 MB': (response) => {
    response.writeHead(200, json)
    response.end(`{"jsonrpc":"2.0","id":1,"result":[${'1,'.repeat(15 << 20)}1]}`)
  },
  'nests deeply': (response) => {
    response.writeHead(200, json)
    const depth = 200_000
    response.end(`{"jsonrpc":"2.0","id":1,"result":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  },
  'answers other ids': (response) => {
    response.writeHead(200, json)
    response.end('[{"jsonrpc":"2.0","id":"x","result":1},{"jsonrpc":"2.0","id":-1,"result":{}}]')
  },
  'answers other types': (response, ids) => {
    response.writeHead(200, json)
    const answers = ids.map((id) => ({ jsonrpc: '2.0', id, result: [{ hash: 7 }, null, '0xzz'] }))
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers))
  },
  redirects: (response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' })
    response.end()
  },
  'claims more bytes than it sends': (response) => {
    response.writeHead(200, { ...json, 'content-length': 1_000_000 })
    response.write('{"jsonrpc":"2.0","id":1,')
  },
  'sends more bytes than it claims': (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{"jsonrpc":"2.0","id":1,"result":"${mebibyte}"}`,
    )
  },
  'answers empty objects': (response) => {
    response.writeHead(200, json)
    response.end(`{"jsonrpc":"2.0","id":1,"result":[${'{},'.repeat(10 << 20)}{}]}`)
  },
  'answers bytes that are not text': (response) => {
    response.writeHead(200, json)
    response.end(Buffer.concat([Buffer.from('{"id":0,"result":"'), Buffer.of(0xff, 0xc0), Buffer.from('"}')]))
  },
  'answers huge numbers': (response, ids) => {
    response.writeHead(200, json)
    const answers = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":[1e999999,${'9'.repeat(1 << 20)}]}`)
    response.end(answers.length === 1 ? answers[0] : `[${answers}]`)
  },
  'says that it is compressed': (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
    response.end(Buffer.alloc(1 << 20, 7))
  },
  'wants no request for years': (response) => {
    response.writeHead(429, { 'retry-after': '999999999' })
    response.end()
  },
  'has long headers': (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${mebibyte}\r\n\r\n{}`)
  },
  'breaks off': (response) => void response.socket?.destroy(),
}

export interface Hostile {
  readonly url: string
  fault: string
  asked: number
  close(): void
}

type Asked = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] }
/** The true answers without which the process would not ask; undefined for the others. */
type Truth = (method: string, params: readonly unknown[]) => unknown

/** Answers truthfully what `truth` knows, and everything else with the present fault. */
export async function startHostile(truth: Truth): Promise<Hostile> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      // A reader asks for the health of its writer.
      if (text === '') {
        response.writeHead(200, json)
        response.end('{}')
        return
      }
      const body: Asked | readonly Asked[] = JSON.parse(text)
      const calls: readonly Asked[] = Array.isArray(body) ? body : [body as Asked]
      const known = calls.map(({ id, method = '', params = [] }) => ({
        jsonrpc: '2.0',
        id,
        result: truth(method, params),
      }))
      if (known.every(({ result }) => result !== undefined)) {
        response.writeHead(200, json)
        response.end(JSON.stringify(Array.isArray(body) ? known : known[0]))
        return
      }
      hostile.asked++
      faults[hostile.fault]?.(
        response,
        calls.map(({ id }) => id),
      )
    })
  }
  const server = createServer(answer)
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hostile: Hostile = {
    url: `http://127.0.0.1:${port}/`,
    fault: 'never answers',
    asked: 0,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return hostile
}

export interface Effects {
  /** The longest wait for an answer that the attacked process knows itself. */
  slowestMs: number
  /** The fault during that wait. */
  slowestFault: string
  wrong: string[]
}

/** Asks for what only the hostile side knows, and measures answers that the attacked process knows itself. */
export async function attackThrough(
  url: string,
  hostile: Hostile,
  bodies: readonly object[],
  own: string,
): Promise<Effects> {
  const effects: Effects = { slowestMs: 0, slowestFault: '', wrong: [] }
  for (const fault of Object.keys(faults)) {
    hostile.fault = fault
    const client = new KeyClient(url, 64)
    const asked = Array.from({ length: 24 }, (_, index) =>
      client.post(JSON.stringify(bodies[index % bodies.length])).then(
        ({ text }) => {
          const internal = text.length < 1_000 && (JSON.parse(text) as RpcAnswer).error?.code === -32603
          if (internal) effects.wrong.push(`${fault}: ${text}`)
        },
        () => undefined,
      ),
    )
    const isOver = Promise.race([Promise.all(asked), pause(1_500)]).then(() => true)
    for (let ended = false; !ended; ) {
      const startedAtMs = performance.now()
      const { status, error } = await ask(url, own)
      const ms = performance.now() - startedAtMs
      if (ms > effects.slowestMs) Object.assign(effects, { slowestMs: ms, slowestFault: fault })
      if (status !== 200 || error !== undefined)
        effects.wrong.push(`${fault}: ${own} ${status} ${error?.message}`)
      ended = await Promise.race([isOver, pause(50).then(() => false)])
    }
    client.close()
  }
  return effects
}
