import { randomBytes } from 'node:crypto'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { randomIdentity } from '../../src/peers/identity/keptIdentity.ts'
import type { ChainStatus } from '../../src/peers/messages/message.ts'
import { PeerScoring } from '../../src/peers/scoring/peerScoring.ts'
import type { ServedChain } from '../../src/peers/serving/snapshotServer.ts'
import { SeenMessages } from '../../src/peers/session/intake.ts'
import { PeerSession } from '../../src/peers/session/peerSession.ts'
import { connect } from '../../src/peers/transport/connect.ts'
import type { Connection } from '../../src/peers/transport/connection.ts'
import { asciiBytes, type Hash } from '../../src/primitives/bytes.ts'
import { WorkBudget } from '../../src/primitives/work/workBudget.ts'
import type { Block } from '../../src/protocol/block.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'

const genesis = genesisBlock(regtest)

/** A chain that a peer claims to have. */
export class ClaimedChain implements ServedChain {
  readonly #blocks: readonly Block[]
  readonly #change: (block: Block) => Block

  /** `change` alters the blocks that are served. */
  constructor(blocks: readonly Block[], change: (block: Block) => Block = (block) => block) {
    this.#blocks = [genesis, ...blocks]
    this.#change = change
  }

  get head(): Block {
    return this.#blocks.at(-1)!
  }

  block(hash: Hash): Block | undefined {
    const block = this.#blocks.find(({ header }) => Buffer.compare(header.hash, hash) === 0)
    return block && this.#change(block)
  }

  select(height: number): Block | undefined {
    return this.#blocks[height]
  }

  get status(): ChainStatus {
    const { number, hash, parentHash } = this.head.header
    const totalDifficulty = BigInt(this.#blocks.length) + 1_000n
    return { bestNumber: number, bestHash: hash, bestParentHash: parentHash, totalDifficulty }
  }
}

/** Calls a node with a new identity. */
export function callAsNewNode(enode: string): Promise<Connection> {
  return connect(parseEnode(enode), randomIdentity(randomBytes), {
    clientId: 'Cambium/0/test',
    capabilities: [{ name: 'rsk', version: 62 }],
    listenPort: 0,
  })
}

export interface MisbehavingPeer {
  readonly session: PeerSession
  /** Whether the other node has closed the connection. */
  readonly isGone: () => boolean
}

/** A peer that follows the protocol and claims a chain with more work than any other. */
export async function connectMisbehaving(enode: string, chain: ClaimedChain): Promise<MisbehavingPeer> {
  const connection = await callAsNewNode(enode)
  let isGone = false
  const session = new PeerSession(connection, {
    identity: { networkId: regtest.peerNetworkId, genesisHash: genesis.header.hash },
    chain,
    answering: new WorkBudget({ share: 1, savedMs: 1_000 }, () => performance.now()),
    ownStatus: () => chain.status,
    scoring: new PeerScoring({ now: Date.now }),
    seen: new SeenMessages(),
    events: {
      onReady() {},
      onStatus() {},
      onMessage() {},
      onClosed() {
        isGone = true
      },
    },
    now: Date.now,
    // Withheld bodies throw when they are encoded.
    report: () => {},
    debug: () => {},
  })
  session.start()
  return { session, isGone: () => isGone }
}

/** A block with the proof of work of another block; the block hash does not cover the proof. */
export function withoutProof(block: Block): Block {
  const { header } = block
  if (header.mergedMining === null) return block
  const coinbase = keccak256(asciiBytes('another coinbase'))
  return { ...block, header: { ...header, mergedMining: { ...header.mergedMining, coinbase } } }
}

/** A block whose header is served and whose body is withheld. */
export function withoutBody({ header }: Block): Block {
  return {
    header,
    get transactions(): never {
      throw new Error('withheld')
    },
    uncles: [],
  }
}
