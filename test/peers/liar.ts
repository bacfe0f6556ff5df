import { randomBytes } from 'node:crypto'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { randomIdentity } from '../../src/peers/identity/keptIdentity.ts'
import type { ChainStatus } from '../../src/peers/messages/message.ts'
import { PeerScoring } from '../../src/peers/scoring/peerScoring.ts'
import type { ServedChain } from '../../src/peers/serving/servedChain.ts'
import { PeerSession } from '../../src/peers/session/peerSession.ts'
import { SeenMessages } from '../../src/peers/session/seenMessages.ts'
import { connect } from '../../src/peers/transport/connect.ts'
import type { Connection } from '../../src/peers/transport/connection.ts'
import { asciiBytes, type Hash } from '../../src/primitives/bytes.ts'
import { WorkBudget } from '../../src/primitives/workBudget.ts'
import type { Block } from '../../src/protocol/block.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'

const genesis = genesisBlock(regtest)

/** A chain as a peer describes it, whatever is behind it. */
export class ToldChain implements ServedChain {
  readonly #blocks: readonly Block[]
  readonly #told: (block: Block) => Block

  /** `told` may change what is said of a block. */
  constructor(blocks: readonly Block[], told: (block: Block) => Block = (block) => block) {
    this.#blocks = [genesis, ...blocks]
    this.#told = told
  }

  get head(): Block {
    return this.#blocks.at(-1)!
  }

  block(hash: Hash): Block | undefined {
    const block = this.#blocks.find(({ header }) => Buffer.compare(header.hash, hash) === 0)
    return block && this.#told(block)
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

/** Calls a node as somebody it does not know. */
export function callAsStranger(enode: string): Promise<Connection> {
  return connect(parseEnode(enode), randomIdentity(randomBytes), {
    clientId: 'Cambium/0/stranger',
    capabilities: [{ name: 'rsk', version: 62 }],
    listenPort: 0,
  })
}

export interface Liar {
  readonly session: PeerSession
  /** Whether the other node has hung up. */
  readonly isGone: () => boolean
}

/** A peer that speaks the protocol and tells of a chain that claims more work than any honest one. */
export async function connectLiar(enode: string, chain: ToldChain): Promise<Liar> {
  const connection = await callAsStranger(enode)
  let isGone = false
  const session = new PeerSession(connection, {
    identity: { networkId: regtest.peerNetworkId, genesisHash: genesis.header.hash },
    chain,
    answering: new WorkBudget({ share: 1, savedMs: 1_000, now: () => performance.now() }),
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
    // What it does not want to tell it fails to make.
    report: () => {},
    debug: () => {},
  })
  session.start()
  return { session, isGone: () => isGone }
}

/** The proof of work leads to another block; the hash does not cover it. */
export function withoutProof(block: Block): Block {
  const { header } = block
  if (header.mergedMining === null) return block
  const coinbase = keccak256(asciiBytes('another coinbase'))
  return { ...block, header: { ...header, mergedMining: { ...header.mergedMining, coinbase } } }
}

/** Its header can be had, its body cannot. */
export function withoutBody({ header }: Block): Block {
  return {
    header,
    get transactions(): never {
      throw new Error('withheld')
    },
    uncles: [],
  }
}
