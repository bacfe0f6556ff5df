import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LightWorld } from '../../src/answering/lightWorld.cases.ts'
import { RpcService, type RpcServiceParts } from '../../src/answering/rpcService.ts'
import { readingNode } from '../../src/answering/withoutWriter.ts'
import { GatewayNetwork } from '../../src/gateway/gatewayNetwork.ts'
import { openNode } from '../../src/node/openNode.ts'
import { ReaderNode } from '../../src/node/readerNode.ts'
import type { Envelope } from '../../src/rpc/envelope/envelope.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import type { RpcNode } from '../../src/rpc/node/rpcNode.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'
import { HttpWriter } from '../../src/service/writer/httpWriter.ts'
import { Origin } from '../fork/origin.ts'
import { openSyncingNode } from '../fork/syncingNode.ts'

/* One process of each kind, as an envelope over its answerer. */

export interface AnsweringWorld {
  readonly envelope: Pick<Envelope, 'read' | 'answer'>
  /** The block at which calls of the tests run, so that they take the way that the world is about. */
  readonly block: string
  /** Whether the calls of the tests leave the main thread. */
  readonly moves: boolean
}

/** Functions that end what a world has opened, the last first. */
export type Endings = (() => unknown)[]

const report = (error: unknown): void => console.error(error)
const secret = 'the-secret-of-the-fleet-in-the-tests'

function serviceOf(node: RpcNode, parts: Partial<RpcServiceParts>, endings: Endings): RpcService {
  const service = new RpcService(node, {
    settings: {
      clientVersion: 'test',
      errors: 'rootstock',
      ...defaultCallSettings,
      allowsStateOverrides: true,
    },
    now: Date.now,
    random: randomBytes,
    report,
    ...parts,
  })
  endings.push(() => service.close())
  return service
}

async function localWorld(
  parts: Partial<RpcServiceParts>,
  moves: boolean,
  endings: Endings,
): Promise<AnsweringWorld> {
  const node = await openNode()
  endings.push(() => node.close())
  return { envelope: serviceOf(node, parts, endings).envelope, block: 'latest', moves }
}

/** A node behind a real server that knows gateways and readers of its folder. */
async function served(node: RpcNode, endings: Endings): Promise<string> {
  const service = serviceOf(node, {}, endings)
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [hostedNode({ name: 'regtest', node, service, origins: '*' })],
    access: { mode: 'open' },
    fleetSecret: secret,
    logger: { isEnabled: () => false, log: () => {} },
    now: Date.now,
    random: randomBytes,
  })
  endings.push(() => server.close())
  return `http://127.0.0.1:${server.address.port}/`
}

export const worlds: Readonly<Record<string, (endings: Endings) => Promise<AnsweringWorld>>> = {
  here: (endings) => localWorld({ readers: null }, false, endings),

  inThreads: (endings) => localWorld({ tryUnits: 0 }, true, endings),

  async onFork(endings) {
    const origin = await Origin.open('contracts', 20)
    endings.push(() => origin.close())
    const node = await openNode({ fork: { url: origin.url } })
    endings.push(() => node.close())
    return { envelope: serviceOf(node, {}, endings).envelope, block: 'latest', moves: false }
  },

  async onLight(endings) {
    const full = await openNode()
    const world = await LightWorld.over([serviceOf(full, { readers: null }, endings)], {
      network: full.network,
    })
    endings.push(
      () => full.close(),
      () => world.close(),
    )
    return { envelope: serviceOf(world.node, {}, endings).envelope, block: 'latest', moves: false }
  },

  async withUpstream(endings) {
    const origin = await Origin.open('contracts', 140)
    endings.push(() => origin.close())
    const { service } = await openSyncingNode({ url: origin.url }, endings)
    return { envelope: service.envelope, block: '0x1', moves: false }
  },

  async besideWriter(endings) {
    const folder = mkdtempSync(join(tmpdir(), 'cambium-answering-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const writing = await openNode({ dataFolder: folder, flush: 'none' })
    endings.push(() => writing.close())
    const url = await served(writing, endings)
    const writer = new HttpWriter({ url, fleetSecret: secret })
    endings.push(() => writer.close())
    const reading = ReaderNode.open({ dataFolder: folder })
    endings.push(() => reading.close())
    const service = serviceOf(readingNode(reading), { onlyReads: { writer } }, endings)
    return { envelope: service.envelope, block: 'pending', moves: true }
  },

  async throughNodes(endings) {
    const node = await openNode()
    endings.push(() => node.close())
    return { envelope: (await gatewayOf(node, endings)).envelope, block: 'latest', moves: true }
  },
}

async function gatewayOf(node: RpcNode, endings: Endings): Promise<GatewayNetwork> {
  const endpoint = new GatewayNetwork({
    name: 'regtest',
    chainId: 33,
    checksGrants: false,
    origins: '*',
    disabled: [],
    urls: [await served(node, endings)],
    secret,
    answerBytes: 50 << 20,
    cacheBytes: 1 << 20,
    logger: { isEnabled: () => false, log: () => {} },
  })
  endings.push(() => endpoint.close())
  await endpoint.opened(10_000)
  return endpoint
}

/** Ways to answer for one node: the caches of each are its own. `setting` makes its chain. */
export async function pricedWorlds(endings: Endings) {
  const node = await openNode()
  endings.push(() => node.close())
  const over = (parts: Partial<RpcServiceParts>): RpcService => serviceOf(node, parts, endings)
  return {
    setting: over({ readers: null }).envelope,
    main: over({ readers: null }).envelope,
    tried: over({}).envelope,
    threads: over({ tryUnits: 0 }).envelope,
    gateway: (await gatewayOf(node, endings)).envelope,
  }
}
