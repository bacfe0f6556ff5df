import type { ImportOutcome } from '../../src/chain/importing/outcome.ts'
import { Preparation } from '../../src/chain/preparing/preparation.ts'
import { Random } from '../../src/evm/fast/random.cases.ts'
import { equalBytes } from '../../src/primitives/bytes.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type Block, encodeBlock } from '../../src/protocol/block.ts'
import { Disagreement, expectAgreement, expectSameOutcomes, expectSameState } from './agreement.ts'
import { BlockProducer } from './blockProducer.ts'
import { Counts } from './counts.ts'
import { type Delivery, Follower, followerKinds } from './followers.ts'
import { PegTraffic } from './pegTraffic.ts'
import { ReplayablePegChain } from './replayablePegChain.ts'
import { Traffic } from './traffic.ts'

/** Enough for the first federation to be replaced twice. */
const blocksPerRound = 1_500
/** Maximum blocks of one delivery; followers import them in groups. */
const maximumDelivery = 40

/** A node, its rival and all followers, from the first block on. Everything follows from the seed. */
export class FuzzRound {
  readonly counts = new Counts()
  /** The rules, in the words of `cambium dev --hardfork`. */
  readonly hardfork: string
  readonly #random: Random
  readonly #producer: BlockProducer
  readonly #peg: PegTraffic
  readonly #traffic: Traffic
  readonly #followers: readonly Follower[]
  readonly #preparation: Preparation
  #deliverySize = 1

  private constructor(
    hardfork: string,
    random: Random,
    producer: BlockProducer,
    chain: ReplayablePegChain,
    peg: PegTraffic,
    folder: string,
  ) {
    this.hardfork = hardfork
    this.#random = random
    this.#producer = producer
    this.#peg = peg
    this.#traffic = new Traffic(random, chain.calls)
    const { network } = producer.node
    const parts = { network, folder, clock: () => producer.nowSeconds }
    this.#followers = followerKinds.map((kind) => new Follower(kind, parts))
    const onError = (error: unknown): void => void producer.errors.push(error)
    this.#preparation = new Preparation({ network, onError, idleBytes: 0 })
    this.#preparation.start()
  }

  static async open(seed: number, folder: string): Promise<FuzzRound> {
    const random = new Random(seed)
    const hardfork = hardforkFrom(random)
    const producer = await BlockProducer.open(random, hardfork)
    const chain = new ReplayablePegChain(producer.node, () => producer.mine())
    const peg = await PegTraffic.open(chain, random, () => producer.nowSeconds)
    return new FuzzRound(hardfork, random, producer, chain, peg, folder)
  }

  /** The best block of the node. */
  get head(): string {
    return toHex(this.#producer.node.chain.head.hash)
  }

  /** Runs to the end of the round, or until `isOver` says so after a delivery. */
  async run(isOver: () => boolean): Promise<void> {
    const producer = this.#producer
    while (producer.count < blocksPerRound) {
      await this.#random.pickByWeight(this.#steps).take()
      const [error] = producer.errors
      if (error !== undefined) throw error
      if (producer.waiting < this.#deliverySize) continue
      await this.#deliver()
      if (isOver()) break
    }
    await this.#deliver()
    for (const follower of this.#followers) expectSameState(producer.node.chain, follower)
    for (const [depth, count] of [...producer.depths].sort(([a], [b]) => a - b))
      this.counts.add(`reorganisations of ${depth}`, count)
    this.counts.add('changes of the federation', this.#peg.changes)
    this.counts.add('requests that the peg refused', this.#peg.refused)
  }

  close(): void {
    this.#producer.close()
    this.#preparation.close()
    for (const follower of this.#followers) follower.close()
  }

  readonly #steps: readonly { readonly weight: number; readonly take: () => Promise<void> | void }[] = [
    { weight: 30, take: () => this.#submit(1 + this.#random.below(16)) },
    { weight: 30, take: () => this.#mine(1) },
    { weight: 16, take: () => this.#peg.happen() },
    { weight: 4, take: () => this.#compete() },
    // The peg waits for many blocks.
    { weight: 3, take: () => this.#mine(this.#random.below(30)) },
  ]

  #submit(count: number): void {
    const { node } = this.#producer
    for (let sent = 0; sent < count; sent++) {
      const { status } = node.submit(this.#traffic.write(node))
      this.counts.add(`submissions ${status}`)
    }
  }

  async #mine(count: number): Promise<void> {
    for (let mined = 0; mined < count; mined++) {
      await this.#peg.federationActs()
      this.#producer.mine()
    }
  }

  #compete(): void {
    const competing = this.#traffic.competing.bind(this.#traffic)
    this.#producer.compete(competing, () => this.#submit(this.#random.below(5)))
  }

  /** Gives the new blocks to all followers and compares what they make of them. */
  async #deliver(): Promise<void> {
    const { node } = this.#producer
    const produced = this.#producer.take()
    if (produced.length === 0) return
    this.#deliverySize = 1 + this.#random.below(maximumDelivery)
    for (const { header } of produced) this.counts.addBlock(node.chain.block(header.hash)!)
    const blocks = this.#reordered(produced)
    const deliveries = await this.#prepared(blocks)
    const outcomes: [Follower, readonly ImportOutcome[]][] = []
    for (const follower of this.#followers) outcomes.push([follower, await follower.import(deliveries)])
    for (const [follower, each] of outcomes) expectAgreement(node.chain, follower, blocks, each)
    expectSameOutcomes(blocks, outcomes)
    if (this.#random.chance(6)) this.#reopen(this.#random.pick(this.#followers))
  }

  /** Some blocks come before their parent, and some twice. */
  #reordered(blocks: readonly Block[]): Block[] {
    const order: Block[] = []
    for (const block of blocks) {
      const before = order.at(-1)
      const isChild = before !== undefined && equalBytes(before.header.hash, block.header.parentHash)
      if (isChild && this.#random.chance(12)) order.splice(-1, 0, block)
      else order.push(block)
      if (this.#random.chance(40)) order.push(block)
    }
    return order
  }

  async #prepared(blocks: readonly Block[]): Promise<Delivery[]> {
    const jobs = blocks.map((block) => ({ kind: 'block', rlp: encodeBlock(block) }) as const)
    const tickets = jobs.map((job) => this.#preparation.add(job))
    return Promise.all(
      tickets.map(async (ticket) => {
        await ticket.settled()
        const findings = await ticket.result()
        if (findings === undefined) throw new Disagreement('a block of the node cannot be prepared')
        return { rlp: ticket.job.rlp, findings }
      }),
    )
  }

  #reopen(follower: Follower): void {
    follower.reopen()
    this.counts.add('reopened chains')
    expectSameState(this.#producer.node.chain, follower)
  }
}

/** The rules of the next upgrade from the first block on, or from a later one. */
const hardforkFrom = (random: Random): string =>
  random.chance(3) ? `next=${1 + random.below(blocksPerRound / 3)}` : 'next'
