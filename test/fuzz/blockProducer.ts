import type { Random } from '../../src/evm/fast/random.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { asAddress, equalBytes } from '../../src/primitives/bytes.ts'
import type { Block } from '../../src/protocol/block.ts'
import { hardforkSchedule } from '../../src/protocol/networks/hardfork.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'

const startMs = 1_700_000_000_000
/** The clock of the rival is ahead, so its blocks differ from those of the node. */
const leadMs = 3_000
const rivalCoinbase = asAddress(new Uint8Array(20).fill(0x91))
const maximumDepth = 6

/** A node that mines, and a rival that sometimes mines a branch; together they produce one stream of blocks. */
export class BlockProducer {
  readonly node: Node
  readonly #rival: Node
  readonly #random: Random
  readonly #time: { ms: number }
  #produced: Block[] = []
  #count = 0
  /** Reorganisations by their depth. */
  readonly depths = new Map<number, number>()
  /** Failures that the nodes report. */
  readonly errors: unknown[]

  private constructor(node: Node, rival: Node, random: Random, time: { ms: number }, errors: unknown[]) {
    this.node = node
    this.#rival = rival
    this.#random = random
    this.#time = time
    this.errors = errors
    node.chain.on('reorg', ({ abandoned }) => {
      this.depths.set(abandoned.length, (this.depths.get(abandoned.length) ?? 0) + 1)
    })
  }

  static async open(random: Random, hardfork: string): Promise<BlockProducer> {
    const time = { ms: startMs }
    const errors: unknown[] = []
    const options = {
      upgrades: hardforkSchedule(undefined, { hardfork })!,
      mining: { kind: 'manual' },
      onError: (error: unknown) => void errors.push(error),
    } as const
    const node = await openNode({ ...options, clock: () => time.ms })
    const rival = await openNode({ ...options, coinbase: rivalCoinbase, clock: () => time.ms + leadMs })
    return new BlockProducer(node, rival, random, time, errors)
  }

  get nowSeconds(): number {
    return Math.floor(this.#time.ms / 1000)
  }

  /** Blocks produced so far, those of abandoned branches included. */
  get count(): number {
    return this.#count
  }

  /** Number of blocks that `take` would return. */
  get waiting(): number {
    return this.#produced.length
  }

  /** The blocks since the last call, in the order in which the node got them. */
  take(): Block[] {
    return this.#produced.splice(0)
  }

  mine(): void {
    this.#pass()
    this.#add(this.node.local!.mine())
  }

  /**
   * The rival mines a branch from one of the last blocks, with some of the transactions of the blocks that it competes with
   * and with `competing` ones. It gives up in one of four cases. `between` is called while the branch grows.
   */
  compete(competing: (transaction: Transaction) => Transaction | undefined, between: () => void): void {
    const { chain } = this.node
    const depth = Math.min(1 + this.#random.below(maximumDepth), chain.head.number)
    const stays = this.#random.below(4) > 0 ? Number.POSITIVE_INFINITY : this.#random.below(depth + 1)
    const from = chain.head.number - depth
    this.#goBack(from)
    const candidates: Transaction[] = []
    for (let number = from + 1; number <= chain.head.number; number++)
      candidates.push(...chain.select(number)!.transactions.slice(0, -1))
    for (let length = 1; length <= stays && !this.#isRivalBest; length++) {
      for (const transaction of candidates) this.#offer(transaction, competing)
      this.#pass()
      const block = this.#rival.local!.mine()
      const { status } = chain.import(block)
      if (status !== 'best' && status !== 'side')
        this.errors.push(new Error(`a block of the rival is ${status}`))
      this.#add(block)
      between()
      const isShort = chain.head.number - from < maximumDepth
      if (isShort && !this.#isRivalBest && this.#random.chance(6)) this.mine()
    }
  }

  close(): void {
    this.node.close()
    this.#rival.close()
  }

  get #isRivalBest(): boolean {
    return equalBytes(this.node.chain.head.hash, this.#rival.chain.head.hash)
  }

  /** Each is repeated or replaced in some of the blocks; the pool refuses most that are mined already. */
  #offer(transaction: Transaction, competing: (transaction: Transaction) => Transaction | undefined): void {
    const offered = this.#random.chance(6) ? competing(transaction) : transaction
    if (offered !== undefined && this.#random.chance(2)) this.#rival.submit(offered)
  }

  #goBack(height: number): void {
    const { chain } = this.node
    const rival = this.#rival
    let known = chain.head.number
    while (!rival.chain.hasBlock(chain.select(known)!.hash)) known--
    for (let number = known + 1; number <= chain.head.number; number++)
      rival.chain.import(chain.select(number)!)
    rival.chain.rewind(chain.select(height)!.hash)
    // Also forgets the uncles that the rival knows.
    rival.local!.rollBack(height)
    rival.pool.clear()
  }

  #add(block: Block): void {
    this.#produced.push(block)
    this.#count++
  }

  #pass(): void {
    this.#time.ms += 1000 * (1 + this.#random.below(30))
  }
}
