import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import type { Chain } from '../../chain/chain.ts'
import { type Address, asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Block, encodeBlock } from '../../protocol/block.ts'
import type { PushMessage } from '../messages/message.ts'
import { RecentHashes } from '../recentHashes.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import { FakePeer } from '../sync/fakePeer.cases.ts'
import { BlockAnnouncer } from './blockAnnouncer.ts'
import { BlockHolders } from './blockHolders.ts'
import { BlockIntake } from './blockIntake.ts'

const factory = new BlockFactory()
const main = factory.branch(factory.genesis, 40, 1)
const origin = factory.chainWith([])

class GossipWorld {
  readonly chain: Chain
  readonly holders = new BlockHolders()
  readonly refused = new RecentHashes(1_024)
  readonly peers: FakePeer[]
  readonly events: (readonly [string, PeerEvent])[] = []
  readonly errors: unknown[] = []
  readonly intake: BlockIntake
  readonly announcer: BlockAnnouncer
  /** Senders of pooled transactions by their hashes. */
  readonly pooled = new Map<string, { readonly sender: Address }>()
  isFarBehind = false
  statuses = 0
  now = 0

  constructor(blocks: readonly Block[], peerCount = 4) {
    this.chain = factory.chainWith(blocks)
    this.peers = Array.from({ length: peerCount }, (_, index) => new FakePeer(String(index), origin))
    const parts = {
      chain: this.chain,
      pool: { get: (hash: Hash) => this.pooled.get(toHex(hash)) },
      holders: this.holders,
      refused: this.refused,
      peers: () => this.peers,
      isFarBehind: () => this.isFarBehind,
      record: (peer: { readonly id: string }, event: PeerEvent) => this.#record(peer.id, event),
      now: () => this.now,
      nowSeconds: () => 0,
      random: () => 0,
      sendStatus: () => void this.statuses++,
      onError: (error: unknown) => this.errors.push(error),
      debug: () => {},
    }
    this.intake = new BlockIntake(parts)
    this.announcer = new BlockAnnouncer(parts)
    worlds.push(this)
  }

  /** Short descriptions of the messages to each peer. */
  get sent(): string[][] {
    return this.peers.map(({ sent }) => sent.map(describeMessage))
  }

  async receive(block: Block, from = 0): Promise<void> {
    this.intake.received(this.peers[from]!, encodeBlock(block))
    await this.settle()
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) await nextTurn()
  }

  #record(id: string, event: PeerEvent): void {
    this.events.push([this.peers.find((peer) => peer.id === id)!.name, event])
  }
}

const worlds: GossipWorld[] = []
afterEach(() => {
  for (const { announcer, intake, errors } of worlds.splice(0)) {
    announcer.close()
    intake.close()
    expect(errors).toEqual([])
  }
})

function describeMessage(message: PushMessage): string {
  if (message.kind !== 'new-block-hashes') return message.kind
  return `hashes ${message.announcements.map(({ number }) => number).join(' ')}`
}

it('takes the senders of the transactions in a block from the pool', async () => {
  const world = new GossipWorld(main.slice(0, 5))
  const block = main[5]!
  const sender = asAddress(new Uint8Array(20).fill(7))
  world.pooled.set(toHex(block.transactions[0]!.hash), { sender })
  const imported = vi.spyOn(world.chain, 'import')
  await world.receive(block)
  expect(imported.mock.lastCall![0].transactions[0]!.sender).toBe(sender)
})

describe('a block that we mined', () => {
  it('is sent whole to the square root of the peers, and announced by hash to the others', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    world.chain.import(main[5]!)
    await world.settle()
    expect(world.sent.flat().sort()).toEqual(['block', 'block', 'hashes 6', 'hashes 6'])
  })

  it('is announced together with others of the same time, at most the last 24', async () => {
    const world = new GossipWorld([], 1)
    for (const block of main) world.chain.import(block)
    await world.settle()
    const last = main.slice(-24).map(() => 'block')
    expect(world.sent).toEqual([last])
    expect(world.statuses).toBe(1)
  })

  it('is not announced while we are far behind', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    world.isFarBehind = true
    world.chain.import(main[5]!)
    await world.settle()
    expect(world.sent).toEqual([[], [], [], []])
  })
})

describe('a block that a peer sends', () => {
  it('is imported, and announced to the peers that do not have it', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    world.holders.add(main[5]!.header.hash, world.peers[2]!)
    await world.receive(main[5]!)
    expect(world.chain.head.number).toBe(6)
    expect(world.sent).toEqual([[], ['hashes 6'], [], ['hashes 6']])
    expect(world.events).toEqual([['0', 'valid-block']])
  })

  it('without a known parent waits, and its parent is requested once', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    await world.receive(main[6]!)
    await world.receive(main[6]!, 1)
    expect(world.peers[0]!.sent).toEqual([{ kind: 'get-block', hash: main[5]!.header.hash }])
    expect(world.peers[1]!.sent).toEqual([])
    await world.receive(main[5]!)
    expect(world.chain.head.number).toBe(7)
  })

  it.each([
    ['is known', 20],
    ['is too far behind', 3],
    ['is too far ahead to be connected', 39],
  ])('%s is ignored', async (_, index) => {
    const world = new GossipWorld(main.slice(0, 13).concat(index === 20 ? main.slice(13, 21) : []))
    await world.receive(main[index]!)
    expect(world.events).toEqual([])
    expect(world.peers[0]!.sent).toEqual([])
  })

  it('without proof of work is recorded as invalid before its body is decoded', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    const block = factory.next(main[4]!)
    const { header } = block
    const mergedMining = { ...header.mergedMining!, coinbase: new Uint8Array(80) }
    await world.receive({ ...block, header: { ...header, mergedMining }, transactions: [] })
    expect(world.events).toEqual([['0', 'invalid-block']])
  })

  it('with the body of another block is recorded as invalid', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    await world.receive({ ...main[5]!, transactions: main[7]!.transactions })
    expect(world.events).toEqual([['0', 'invalid-block']])
    await world.receive(main[5]!, 1)
    expect(world.chain.head.number).toBe(6)
  })

  describe('that does not execute to its state root', () => {
    const bad = factory.next(main[4]!, { stateRoot: asHash(new Uint8Array(32).fill(9)) })

    it('is held against the first peer that sends it unrequested, and is not executed again', async () => {
      const world = new GossipWorld(main.slice(0, 5))
      await world.receive(bad)
      await world.receive(bad, 1)
      expect(world.events).toEqual([['0', 'invalid-block']])
      expect(world.chain.head.number).toBe(5)
    })

    it('is not held against its announcer, because nodes announce blocks before executing them', async () => {
      const world = new GossipWorld(main.slice(0, 5))
      const { hash, number } = bad.header
      world.intake.announced(world.peers[0]!, [{ hash, number }])
      await world.receive(bad)
      expect(world.events).toEqual([])
      expect(world.chain.head.number).toBe(5)
    })
  })

  it('is imported even if the import of one before it throws', async () => {
    const world = new GossipWorld(main.slice(0, 5))
    const failure = new Error('the disk is full')
    vi.spyOn(world.chain, 'import').mockImplementationOnce(() => {
      throw failure
    })
    const [peer] = world.peers
    const sibling = factory.branch(main[4]!, 1, 2)[0]!
    world.intake.received(peer!, encodeBlock(sibling))
    world.intake.received(peer!, encodeBlock(main[5]!))
    await world.settle()
    expect(world.errors.splice(0)).toEqual([failure])
    expect(world.chain.hasBlock(main[5]!.header.hash)).toBe(true)
  })

  it('that cannot be decoded is recorded as an invalid message', () => {
    const world = new GossipWorld([])
    world.intake.received(world.peers[0]!, Uint8Array.of(1, 2, 3))
    expect(world.events).toEqual([['0', 'invalid-message']])
  })

  it('is dropped when too many blocks wait', async () => {
    const world = new GossipWorld([])
    const siblings = Array.from({ length: 300 }, (_, index) =>
      encodeBlock(factory.next(factory.genesis, { extraData: Uint8Array.of(index >> 8, index & 0xff) })),
    )
    for (const block of siblings) world.intake.received(world.peers[0]!, block)
    for (let turn = 0; turn < 310; turn++) await nextTurn()
    expect(world.events).toHaveLength(128)
  })
})

describe('announced blocks', () => {
  const announcements = main.map(({ header: { hash, number } }) => ({ hash, number }))

  it('are requested if missing, from one peer at a time', () => {
    const world = new GossipWorld(main.slice(0, 38))
    world.intake.announced(world.peers[0]!, announcements)
    world.intake.announced(world.peers[1]!, announcements)
    const missing = main.slice(38).map(({ header }) => ({ kind: 'get-block', hash: header.hash }))
    expect(world.peers[0]!.sent).toEqual(missing)
    expect(world.peers[1]!.sent).toEqual([])
    world.now += 3_000
    world.intake.announced(world.peers[1]!, announcements)
    expect(world.peers[1]!.sent).toEqual(missing)
  })

  it('are not requested when they are too far ahead, too many, or we are far behind', () => {
    const world = new GossipWorld([])
    world.intake.announced(world.peers[0]!, announcements)
    expect(world.peers[0]!.sent).toHaveLength(24)
    world.intake.announced(world.peers[1]!, [{ hash: main[0]!.header.hash, number: 4_000 }])
    expect(world.peers[1]!.sent).toEqual([])
    world.isFarBehind = true
    world.intake.announced(world.peers[2]!, announcements.slice(0, 3))
    expect(world.peers[2]!.sent).toEqual([])
  })
})
