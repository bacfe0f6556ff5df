import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { defaultCallSettings } from '../../src/rpc/context.ts'
import { RpcService } from '../../src/rpc/service.ts'
import { silentLogger } from '../../src/server/log.ts'
import { rpcEndpoint } from '../../src/server/network/rpcEndpoint.ts'
import { openServer } from '../../src/server/server.ts'
import { goldenBlocks } from './goldenCases.ts'
import { Speaker } from './speaker.ts'

export type Ask = (body: string) => Promise<string>

/** The recorded chain, served over HTTP and WebSocket. */
export interface GoldenNode {
  readonly node: Node
  /** The body of the answer to a body. */
  readonly post: Ask
  /** The same over one WebSocket; nothing when there is no answer. */
  readonly say: Ask
  /** Moves the clock of the service, which otherwise stands still as it did while the reference node answered. */
  waitMinutes(minutes: number): void
  /** Errors that nobody foresaw. */
  readonly reported: unknown[]
  close(): Promise<void>
}

/** Nothing is mined that is not asked for. */
export async function openGoldenNode(): Promise<GoldenNode> {
  let now = Date.UTC(2025, 0)
  const node = await openNode({ mining: { kind: 'manual' }, clock: () => now })
  node.local?.stopMining()
  for (const { rlp } of goldenBlocks()) node.chain.import(decodeBlock(fromHex(rlp), node.network))
  const reported: unknown[] = []
  const service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings },
    now: () => now,
    random: randomBytes,
    report: (error) => reported.push(error),
  })
  const endpoint = rpcEndpoint({ name: 'regtest', node, service, origins: '*' })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    endpoints: [endpoint],
    access: { mode: 'open' },
    logger: silentLogger,
    now: Date.now,
    random: randomBytes,
  })
  const agent = new Agent({ keepAlive: true })
  const speaker = new Speaker(server.address.port)
  return {
    node,
    reported,
    post: (body) => postTo(server.address.port, agent, body),
    say: (body) => speaker.say(body),
    waitMinutes(minutes) {
      now += minutes * 60_000
    },
    async close() {
      agent.destroy()
      speaker.close()
      await server.close()
      endpoint.close()
      service.close()
      node.close()
    },
  }
}

function postTo(port: number, agent: Agent, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
