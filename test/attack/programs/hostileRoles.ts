import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type StartedNode, startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { memoryOf } from '../target.ts'

/* A reader whose writer is hostile, and a node whose upstream is. Both must answer what they know themselves. */

const mebibyte = 'f'.repeat(1 << 20)
const json = { 'content-type': 'application/json' }

function writeEndlessly(response: ServerResponse): void {
  const go = (): void => {
    while (!response.destroyed) if (!response.write(mebibyte)) return
  }
  response.on('drain', go)
  go()
}

/** Each answers a body with the given ids, or never ends. */
const faults: Readonly<Record<string, (response: ServerResponse, ids: readonly unknown[]) => void>> = {
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
  'breaks off': (response) => void response.socket?.destroy(),
}

interface Hostile {
  readonly url: string
  fault: string
  asked: number
  close(): void
}

type Asked = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] }
/** What the hostile side says truly, so that it is asked; undefined for the rest. */
type Truth = (method: string, params: readonly unknown[]) => unknown

/** Says what is true of a network, and has a fault in all other answers. */
async function startHostile(truth: Truth): Promise<Hostile> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
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

interface Suffering {
  slowestMs: number
  /** The fault at that time. */
  worst: string
  wrong: string[]
}

/** Calls what only the other side knows, and measures what the attacked process knows itself. */
async function attack(
  url: string,
  hostile: Hostile,
  bodies: readonly object[],
  own: string,
): Promise<Suffering> {
  const suffering: Suffering = { slowestMs: 0, worst: '', wrong: [] }
  for (const fault of Object.keys(faults)) {
    hostile.fault = fault
    const client = new KeyClient(url, 64)
    const asked = Array.from({ length: 24 }, (_, index) =>
      client.post(JSON.stringify(bodies[index % bodies.length])).catch(() => undefined),
    )
    const isOver = Promise.race([Promise.all(asked), pause(3_000)]).then(() => true)
    for (let ended = false; !ended; ) {
      const startedAtMs = performance.now()
      const { status, error } = await ask(url, own)
      const ms = performance.now() - startedAtMs
      if (ms > suffering.slowestMs) Object.assign(suffering, { slowestMs: ms, worst: fault })
      if (status !== 200 || error !== undefined)
        suffering.wrong.push(`${fault}: ${own} ${status} ${error?.message}`)
      ended = await Promise.race([isOver, pause(50).then(() => false)])
    }
    client.close()
  }
  return suffering
}

const call = (method: string, ...params: unknown[]): object => ({ jsonrpc: '2.0', id: 1, method, params })

export const hostileRoles: Attack = {
  name: 'roles',
  aim: 'gives a reader a hostile writer and a node a hostile upstream, and calls what only these know',
  isAlone: true,
  async run() {
    const folder = new TemporaryFolder()
    const started: StartedNode[] = []
    const start = async (...words: string[]): Promise<StartedNode> => {
      const node = await startNode('--network', 'regtest', ...words)
      started.push(node)
      return node
    }
    const urlOf = ({ announced }: StartedNode): string => announced.networks[0]!.url
    const hostiles: Hostile[] = []
    try {
      const writing = await start('--data', folder.at('data'))
      await ask(urlOf(writing), 'evm_mine')
      const blockAt = async (number: string): Promise<unknown> =>
        (await ask(urlOf(writing), 'eth_getBlockByNumber', number, false)).result
      const blocks: Readonly<Record<string, unknown>> = {
        '0x0': await blockAt('0x0'),
        '0x1': await blockAt('0x1'),
      }
      const chainId = `0x${writing.announced.networks[0]!.chainId.toString(16)}`
      const writer = await startHostile(() => undefined)
      const upstream = await startHostile((method, [number, isWhole]) => {
        if (method === 'eth_chainId') return chainId
        if (method === 'eth_blockNumber') return '0x1'
        return method === 'eth_getBlockByNumber' && isWhole === false ? blocks[String(number)] : undefined
      })
      hostiles.push(writer, upstream)
      const reader = await start(
        '--role',
        'reader',
        '--data',
        folder.at('data'),
        '--nodes',
        `regtest=${writer.url}`,
      )
      const behind = await start('--upstream', upstream.url, '--networks.regtest.upstream-lag', '0')
      const ofWriter = [
        call('eth_newBlockFilter'),
        call('txpool_content'),
        call('eth_sendRawTransaction', '0x01'),
      ]
      const asReader = await attack(urlOf(reader), writer, ofWriter, 'eth_blockNumber')
      const account = `0x${'1'.repeat(40)}`
      const ofUpstream = [
        call('eth_getBalance', account, 'latest'),
        call('eth_call', { to: account }, 'latest'),
        call('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' }),
      ]
      const asNode = await attack(urlOf(behind), upstream, ofUpstream, 'eth_chainId')
      const [readerMiB, nodeMiB] = [reader, behind].map(({ running }) => Math.round(memoryOf(running))) as [
        number,
        number,
      ]
      return {
        figures: `${Object.keys(faults).length} faults: a reader asked its writer ${writer.asked} times (own call ${Math.round(asReader.slowestMs)} ms at most, when it ${asReader.worst}, ${readerMiB} MiB), a node its upstream ${upstream.asked} times (${Math.round(asNode.slowestMs)} ms, when it ${asNode.worst}, ${nodeMiB} MiB)`,
        violations: [
          ...asReader.wrong.slice(0, 3),
          ...asNode.wrong.slice(0, 3),
          ...violationsOf({
            'both processes live': [reader, behind].every(
              ({ running: { child } }) => child.exitCode === null,
            ),
            'the other sides were asked': writer.asked > 0 && upstream.asked > 0,
            'own calls take less than 10 s': Math.max(asReader.slowestMs, asNode.slowestMs) < 10_000,
            'the memory is below 1,500 MiB': Math.max(readerMiB, nodeMiB) < 1_500,
          }),
        ],
      }
    } finally {
      for (const { running } of started) await stop(running, 'SIGKILL')
      for (const hostile of hostiles) hostile.close()
      folder.remove()
    }
  },
}
