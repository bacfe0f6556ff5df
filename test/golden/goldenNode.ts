import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RpcService } from '../../src/answering/rpcService.ts'
import type { Node } from '../../src/node/node.ts'
import type { NodeOptions } from '../../src/node/nodeOptions.ts'
import { openNode } from '../../src/node/openNode.ts'
import { defaultCallSettings, type RpcSettings } from '../../src/rpc/method/context.ts'
import { silentLogger } from '../../src/server/log/logger.cases.ts'
import type { HostedNetwork } from '../../src/server/networks/hostedNetwork.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'
import type { ServerLimits } from '../../src/server/settings/serverLimits.ts'
import { goldenBlocks } from './goldenCases.ts'
import { Speaker } from './speaker.ts'

export type Ask = (body: string) => Promise<string>

/** Settings that differ from a plain start. */
export interface GoldenSettings {
  /** Start with the genesis block instead of the recorded chain. */
  readonly isFresh?: boolean
  readonly node?: Pick<
    NodeOptions,
    'network' | 'upgrades' | 'minimumGasPriceTarget' | 'gasPrices' | 'peering'
  >
  readonly calls?: Partial<Pick<RpcSettings, 'callGasCap' | 'callTimeoutMs' | 'allowsStateOverrides'>>
  readonly disabled?: readonly string[]
  readonly limits?: Partial<ServerLimits>
  readonly origins?: HostedNetwork['origins']
  /** Keep the chain in a folder, and answer every read in a reader thread. */
  readonly readsInThreads?: boolean
}

/** The recorded chain, served over HTTP and WebSocket. */
export interface GoldenNode {
  readonly node: Node
  readonly port: number
  /** Posts a body and returns the body of the answer. */
  readonly post: Ask
  /** As `post`, over one WebSocket; empty without an answer. */
  readonly say: Ask
  /** Advances the clock of the service, which is otherwise stopped. */
  waitMinutes(minutes: number): void
  /** Internal errors. */
  readonly reported: unknown[]
  close(): Promise<void>
}

/** Gas bounds the recorded calls; on a busy machine they may take longer than the default time limit. */
const slowCallMs = 600_000

/** The node mines only on request. */
export async function openGoldenNode(settings: GoldenSettings = {}): Promise<GoldenNode> {
  const { isFresh = false, calls, disabled = [], limits = {}, origins = '*' } = settings
  let now = Date.UTC(2025, 0)
  const folder = settings.readsInThreads === true ? mkdtempSync(join(tmpdir(), 'cambium-golden-')) : undefined
  const node = await openNode({
    ...(folder !== undefined && { dataFolder: folder, flush: 'none' as const }),
    mining: { kind: 'manual' },
    clock: () => now,
    ...settings.node,
  })
  node.local?.stopMining()
  if (!isFresh) {
    for (const block of goldenBlocks()) node.chain.import(block)
  }
  const reported: unknown[] = []
  const service = new RpcService(node, {
    settings: {
      clientVersion: 'Cambium/test',
      errors: 'rootstock',
      ...defaultCallSettings,
      callTimeoutMs: slowCallMs,
      ...calls,
    },
    disabled,
    now: () => now,
    random: randomBytes,
    report: (error) => reported.push(error),
    ...(folder !== undefined && { tryUnits: 0 }),
  })
  const endpoint = hostedNode({ name: 'regtest', node, service, origins })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [endpoint],
    access: { mode: 'open' },
    limits,
    logger: silentLogger,
    now: Date.now,
    random: randomBytes,
  })
  const { port } = server.address
  const agent = new Agent({ keepAlive: true })
  const speaker = new Speaker(port)
  return {
    node,
    port,
    reported,
    post: (body) => postTo(port, agent, body),
    say: (body) => speaker.say(body),
    waitMinutes(minutes) {
      now += minutes * 60_000
    },
    async close() {
      agent.destroy()
      speaker.close()
      await server.close()
      service.close()
      node.close()
      if (folder !== undefined) rmSync(folder, { recursive: true })
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
