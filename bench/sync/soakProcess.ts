// `node --expose-gc … soakProcess.ts SECONDS`: a miner and a follower with a block twice a second, and a peer that floods
// the follower with transactions, announcements, orphans and requests. Prints the memory in use over time. The chains are in
// folders, so that their content does not count as growth, and their caches are small, so that they are soon full.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultChainMemory } from '../../src/chain/storage/chainMemory.ts'
import { openNode } from '../../src/node/openNode.ts'
import { encodeMessage } from '../../src/peers/messages/encodeMessage.ts'
import type { PushMessage } from '../../src/peers/messages/message.ts'
import { encodeNetworkStatus, frameCodes } from '../../src/peers/messages/message.ts'
import { networkStatusOf } from '../../src/peers/session/peerSession.ts'
import type { Connection } from '../../src/peers/transport/connection.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { encodeBlock } from '../../src/protocol/block.ts'
import { BlockIndex } from '../../src/protocol/blockIndex.cases.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { localBlock } from '../../src/protocol/localBlocks.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { callAsNewNode } from '../../test/peers/misbehavingPeer.ts'
import { richSender } from '../import/senders.ts'

const seconds = Number(process.argv[2])
const genesis = genesisBlock(regtest)
const folder = mkdtempSync(join(tmpdir(), 'cambium-soak-'))
const open = (name: string, staticPeers: readonly string[]) =>
  openNode({
    dataFolder: join(folder, name),
    flush: 'none',
    memory: { ...defaultChainMemory, cacheBytes: 8 << 20 },
    mining: { kind: 'manual' },
    peering: { host: '127.0.0.1', port: 0, staticPeers },
  })
const miner = await open('miner', [])
const follower = await open('follower', [miner.peers!.enode!])

const sender = richSender()
const randomHash = () => asHash(randomBytes(32))

/** Blocks above this height contain data of their ancestors, which an orphan lacks. */
const maximumOrphanParent = 440

/** A valid block whose parent does not exist. */
function orphan(head: number): Uint8Array {
  const number = Math.min(head, maximumOrphanParent)
  const parent = { ...genesis, header: { ...genesis.header, hash: randomHash(), number } }
  return encodeBlock(localBlock(parent, new BlockIndex()))
}

const noise: readonly (() => PushMessage)[] = [
  () => ({ kind: 'get-block', hash: randomHash() }),
  () => ({
    kind: 'new-block-hashes',
    announcements: Array.from({ length: 100 }, () => ({
      hash: randomHash(),
      number: follower.chain.head.number + 1,
    })),
  }),
  () => ({
    kind: 'transactions',
    transactions: [sender.sign({ to: null, data: randomBytes(200), gas: 200_000 }).encoded],
  }),
  () => ({ kind: 'block', block: orphan(follower.chain.head.number + 1) }),
]

async function flooder(): Promise<Connection> {
  const connection = await callAsNewNode(follower.peers!.enode!)
  const status = {
    bestNumber: 0,
    bestHash: genesis.header.hash,
    bestParentHash: genesis.header.parentHash,
    totalDifficulty: 1n,
  }
  const identity = { networkId: regtest.peerNetworkId, genesisHash: genesis.header.hash }
  connection.send(frameCodes.networkStatus, encodeNetworkStatus(networkStatusOf(identity, status)))
  connection.send(frameCodes.message, encodeMessage({ kind: 'status', ...status }))
  return connection
}

function memory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return Math.round((heapUsed + arrayBuffers) / 2 ** 20)
}

let isFlooding = false
let connection = await flooder()
const listen = (): void => {
  isFlooding = true
  connection.start({
    frame: () => {},
    closed: () => {
      isFlooding = false
    },
  })
}
listen()
const readings: number[] = []
const end = performance.now() + 1000 * seconds
for (let turn = 0; performance.now() < end; turn++) {
  if (!isFlooding) {
    connection = await flooder()
    listen()
  }
  for (let i = 0; i < 20; i++) connection.send(frameCodes.message, encodeMessage(noise[i % noise.length]!()))
  await new Promise((resolve) => setTimeout(resolve, 50))
  if (turn % 10 === 0) miner.local!.mine()
  if (readings.length < Math.floor((10 * (performance.now() - end + 1000 * seconds)) / (1000 * seconds)))
    readings.push(memory())
}
console.log(
  `${readings.join(', ')}; ${follower.chain.head.number} of ${miner.chain.head.number} blocks followed`,
)
connection.disconnect(0)
miner.close()
follower.close()
rmSync(folder, { recursive: true })
