import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { asAddress, asciiBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { signTransaction } from '../../protocol/transactions/sign.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import { FakePeer } from '../sync/fakePeer.cases.ts'
import { type GossipPool, TransactionIntake } from './transactionIntake.ts'
import { TransactionRelay } from './transactionRelay.ts'

const origin = new BlockFactory().chainWith([])

function transactionOf({ from = 'cow', nonce = 0, data = emptyBytes }): Transaction {
  const fields = {
    nonce: unsignedBytes(nonce),
    gasPrice: 1n,
    gasLimit: unsignedBytes(100_000),
    to: asAddress(new Uint8Array(20).fill(1)),
    value: 1n,
    data,
    chainId: regtest.chainId,
  }
  return signTransaction(fields, keccak256(asciiBytes(from)))
}

/** Accepts every transaction with a sender as pending. */
class ListedPool implements GossipPool {
  readonly transactions = new Map<string, Transaction>()
  readonly #listeners = new Set<(transactions: readonly Transaction[]) => void>()
  local: Transaction[] = []

  add(transaction: Transaction): ReturnType<GossipPool['add']> {
    if (transaction.sender === null) return { status: 'rejected', rejection: { reason: 'signature' } }
    this.transactions.set(toHex(transaction.hash), transaction)
    for (const listener of this.#listeners) listener([transaction])
    return { status: 'pending' }
  }

  get(hash: Hash): Transaction | undefined {
    return this.transactions.get(toHex(hash))
  }

  localTransactions(): readonly Transaction[] {
    return this.local
  }

  onPending(listener: (transactions: readonly Transaction[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

class RelayWorld {
  readonly pool = new ListedPool()
  readonly peers = ['a', 'b', 'c'].map((name) => new FakePeer(name, origin))
  readonly events: (readonly [string, PeerEvent])[] = []
  readonly relay = new TransactionRelay({ pool: this.pool, peers: () => this.peers })
  readonly errors: unknown[] = []
  isFarBehind = false
  readonly intake = new TransactionIntake({
    pool: this.pool,
    isFarBehind: () => this.isFarBehind,
    record: (peer, event) => this.events.push([this.#nameOf(peer.id), event]),
    onHeld: (peer, hash) => this.relay.onHeld(peer, hash),
    now: () => performance.now(),
    onError: (error) => this.errors.push(error),
  })

  /** Transactions in the messages to each peer. */
  get sent(): string[][][] {
    return this.peers.map(({ sent }) =>
      sent.map((message) =>
        message.kind === 'transactions' ? message.transactions.map((bytes) => toHex(bytes)) : [message.kind],
      ),
    )
  }

  async receive(from: number, ...transactions: readonly Uint8Array[]): Promise<void> {
    this.intake.received(this.peers[from]!, transactions)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }

  #nameOf(id: string): string {
    return this.peers.find((peer) => peer.id === id)!.name
  }
}

const worlds: RelayWorld[] = []
function newWorld(): RelayWorld {
  const world = new RelayWorld()
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const { relay, intake, errors } of worlds.splice(0)) {
    relay.close()
    intake.close()
    expect(errors).toEqual([])
  }
})

const [first, second] = [transactionOf({}), transactionOf({ from: 'cow1' })] as const
const hexOf = ({ encoded }: Transaction): string => toHex(encoded)

describe('transactions', () => {
  it('of a peer are relayed to the other peers in one message, and not back', async () => {
    const world = newWorld()
    await world.receive(0, first.encoded, second.encoded)
    await expect
      .poll(() => world.sent)
      .toEqual([[], [[first, second].map(hexOf)], [[first, second].map(hexOf)]])
    expect(world.events).toEqual([
      ['a', 'valid-transaction'],
      ['a', 'valid-transaction'],
    ])
  })

  it('are sent to each peer once, and not to peers that have sent them too', async () => {
    const world = newWorld()
    await world.receive(0, first.encoded)
    await world.receive(1, first.encoded)
    await expect.poll(() => world.sent).toEqual([[], [], [[hexOf(first)]]])
    world.pool.local = [first]
    for (const peer of world.peers) world.relay.greet(peer)
    expect(world.sent).toEqual([[], [], [[hexOf(first)]]])
  })

  it('that left the pool before they were sent are not relayed', async () => {
    const world = newWorld()
    await world.receive(0, first.encoded, second.encoded)
    world.pool.transactions.delete(toHex(first.hash))
    await expect.poll(() => world.sent).toEqual([[], [[hexOf(second)]], [[hexOf(second)]]])
  })

  it('that were submitted here are sent to peers that connect later', () => {
    const world = newWorld()
    world.pool.local = [first, second]
    world.relay.greet(world.peers[1]!)
    expect(world.sent).toEqual([[], [[first, second].map(hexOf)], []])
  })

  it('with an invalid signature or encoding are recorded as invalid', async () => {
    const world = newWorld()
    const unsigned = Uint8Array.from(first.encoded)
    unsigned.fill(0, unsigned.length - 64)
    await world.receive(2, unsigned, Uint8Array.of(0xc1, 0x80))
    expect(world.pool.transactions.size).toBe(0)
    expect(world.events).toEqual([
      ['c', 'invalid-transaction'],
      ['c', 'invalid-transaction'],
    ])
  })

  it('are ignored while we are far behind, and when they are too large', async () => {
    const world = newWorld()
    await world.receive(0, transactionOf({ data: new Uint8Array(132_000) }).encoded)
    world.isFarBehind = true
    await world.receive(0, first.encoded)
    expect(world.pool.transactions.size).toBe(0)
    expect(world.events).toEqual([])
  })

  it('of one peer wait in a bounded number, which leaves room for other peers', async () => {
    const world = newWorld()
    const many = Array.from({ length: 5_000 }, () => Uint8Array.of(0xc0))
    world.intake.received(world.peers[0]!, many)
    world.intake.received(world.peers[1]!, [first.encoded])
    await expect.poll(() => world.pool.transactions.size).toBe(1)
    expect(world.events.filter(([name]) => name === 'a')).toHaveLength(2_048)
  })

  it('are handled once each, also if the pool fails with one of them', async () => {
    const world = newWorld()
    const full = new Error('the disk is full')
    const add = world.pool.add.bind(world.pool)
    world.pool.add = () => {
      throw full
    }
    await world.receive(0, Uint8Array.of(0xc0), first.encoded, second.encoded)
    expect(world.errors.splice(0)).toEqual([full])
    world.pool.add = add
    await world.receive(1, transactionOf({ nonce: 1 }).encoded)
    expect(world.events).toEqual([
      ['a', 'invalid-transaction'],
      ['a', 'valid-transaction'],
      ['b', 'valid-transaction'],
    ])
    expect(world.pool.transactions.size).toBe(2)
  })

  it('do not keep the message that contained them in memory', async () => {
    const world = newWorld()
    const message = new Uint8Array(1 << 20)
    message.set(first.encoded, 5_000)
    await world.receive(0, message.subarray(5_000, 5_000 + first.encoded.length))
    const [pooled] = world.pool.transactions.values()
    expect(pooled!.data.buffer.byteLength).toBeLessThan(1_000)
  })

  it('are sent in messages of bounded size', async () => {
    const world = newWorld()
    for (let nonce = 0; nonce < 6; nonce++)
      world.pool.add(transactionOf({ nonce, data: new Uint8Array(100_000) }))
    await expect.poll(() => world.sent[0]?.map((message) => message.length)).toEqual([2, 2, 2])
  })
})
