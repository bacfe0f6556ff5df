import { equalBytes } from '../primitives/bytes.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { AccountReader, HeadChange } from './poolChain.ts'
import type { PoolOptions } from './poolOptions.ts'

/* The pool as a plain list with linear searches. `TransactionPool` must behave in the same way. */

interface Item {
  readonly transaction: Transaction
  readonly sender: Uint8Array
  readonly nonce: bigint
  readonly price: bigint
  readonly cost: bigint
  arrival: { sequence: number; timeMs: number; height: number }
  announced: boolean
}

export interface ModelWorld {
  readonly accounts: () => AccountReader
  readonly height: () => number
  readonly nowMs: () => number
  readonly minimumGasPrice: bigint
}

const isOf = (sender: Uint8Array) => (item: Item) => equalBytes(item.sender, sender)
const byNonce = (a: Item, b: Item): number => Number(a.nonce - b.nonce)
const sum = (items: readonly Item[]): bigint => items.reduce((total, { cost }) => total + cost, 0n)

export class PoolModel {
  announced: Transaction[] = []
  #items: Item[] = []
  #sequence = 0
  readonly #world: ModelWorld
  readonly #options: PoolOptions

  constructor(world: ModelWorld, options: PoolOptions) {
    this.#world = world
    this.#options = options
  }

  add(transaction: Transaction, isReturned = false): string {
    this.expire()
    const known = this.#items.find((item) => equalBytes(item.transaction.hash, transaction.hash))
    if (known) return this.#isPending(known) ? 'already-pending' : 'already-queued'
    const item = this.#itemOf(transaction)
    const { sender, nonce, price } = item
    const accountNonce = this.#world.accounts().nonce(sender)
    if (nonce < accountNonce) return 'nonce-too-low'
    if (!isReturned && nonce >= accountNonce + BigInt(this.#options.accountSlots)) return 'nonce-too-high'
    const unpayable = this.#standingFault(item)
    if (unpayable) return unpayable
    const pending = this.pendingOf(sender)
    const replaced = this.#items.filter(isOf(sender)).find((other) => other.nonce === nonce)
    const executable = nonce <= accountNonce + BigInt(pending.length)
    if (executable && replaced) {
      const bumped = (replaced.price * BigInt(100 + this.#options.gasPriceBumpPercent)) / 100n
      if (price <= replaced.price || price < bumped) return 'replacement-price'
    }
    const others = pending.filter((other) => other !== replaced)
    if (executable && this.#balance(item) < sum(others) + item.cost) return 'insufficient-funds-for-all'
    const remaining = this.#withRoom(item, replaced, executable)
    if (!remaining) return 'pool-full'
    this.#items = [...remaining, item]
    this.#arrive(item)
    if (!executable) return 'queued'
    this.#announce(item)
    this.#release(sender, pending.length + (replaced ? 0 : 1))
    return 'pending'
  }

  followHead({ abandoned, added }: HeadChange): void {
    this.expire()
    const lowest = this.#world.height() - this.#options.maximumAgeBlocks
    this.#items = this.#items.filter((item) => item.arrival.height >= lowest)
    for (const { sender } of [...abandoned, ...added].flatMap((block) => block.transactions)) {
      const nonce = this.#world.accounts().nonce(sender!)
      this.#items = this.#items.filter((item) => !isOf(sender!)(item) || item.nonce >= nonce)
      this.#release(sender!, 0)
    }
    for (const transaction of abandoned.flatMap((block) => block.transactions)) this.add(transaction, true)
  }

  expire(): void {
    const oldest = this.#world.nowMs() - this.#options.maximumAgeMs
    this.#items = this.#items.filter((item) => item.arrival.timeMs > oldest)
  }

  remove(transaction: Transaction): void {
    this.#items = this.#items.filter((item) => !equalBytes(item.transaction.hash, transaction.hash))
  }

  pendingOf(sender: Uint8Array): Item[] {
    let next = this.#world.accounts().nonce(sender)
    return this.#items
      .filter(isOf(sender))
      .sort(byNonce)
      .filter((item) => item.nonce === next && next++ >= 0n)
  }

  queuedOf(sender: Uint8Array): Item[] {
    const pending = this.pendingOf(sender)
    return this.#items.filter((item) => isOf(sender)(item) && !pending.includes(item)).sort(byNonce)
  }

  inExecutionOrder(): Transaction[] {
    const waiting = this.#items.filter((item) => this.#isPending(item))
    const order: Transaction[] = []
    while (waiting.length > 0) {
      const heads = waiting.filter((item) => !waiting.some((other) => isBehind(item, other)))
      const [best] = heads.sort(
        (a, b) => Number(b.price - a.price) || a.arrival.sequence - b.arrival.sequence,
      )
      order.push(best!.transaction)
      waiting.splice(waiting.indexOf(best!), 1)
    }
    return order
  }

  #isPending(item: Item): boolean {
    return this.pendingOf(item.sender).includes(item)
  }

  /** Checks the pending transactions of a sender again from a position on; the first that fails is removed. */
  #release(sender: Uint8Array, from: number): void {
    const run = this.pendingOf(sender)
    for (const [index, item] of run.entries()) {
      if (index < from) continue
      if (this.#standingFault(item) || this.#balance(item) < sum(run.slice(0, index + 1))) {
        this.remove(item.transaction)
        return
      }
      if (!item.announced) this.#arrive(item)
      this.#announce(item)
    }
  }

  #standingFault({ transaction, sender, price }: Item): string | undefined {
    const balance = this.#world.accounts().balance(sender)
    if (balance < transaction.gasLimitValue * price) return 'insufficient-funds'
    return price < this.#world.minimumGasPrice ? 'gas-price-too-low' : undefined
  }

  /** The items that stay beside the newcomer, or undefined if it does not outrank those that must leave. */
  #withRoom(newcomer: Item, replaced: Item | undefined, executable: boolean): Item[] | undefined {
    const staying = this.#items.filter((item) => item !== replaced)
    const pendingBefore = this.#items.filter((item) => this.#isPending(item))
    while (staying.length >= this.#options.maximumTransactions) {
      const isPending = (item: Item): boolean => pendingBefore.includes(item)
      const tails = staying.filter((item) => !staying.some((other) => isBehind(other, item)))
      const [worst] = tails.sort(
        (a, b) =>
          Number(isPending(a)) - Number(isPending(b)) ||
          Number(a.price - b.price) ||
          b.arrival.sequence - a.arrival.sequence,
      )
      if (isOf(newcomer.sender)(worst!) && worst!.nonce <= newcomer.nonce) return undefined
      if (isPending(worst!) !== executable ? !executable : newcomer.price <= worst!.price) return undefined
      staying.splice(staying.indexOf(worst!), 1)
    }
    return staying
  }

  #balance({ sender }: Item): bigint {
    return this.#world.accounts().balance(sender)
  }

  #arrive(item: Item): void {
    item.arrival = {
      sequence: this.#sequence++,
      timeMs: this.#world.nowMs(),
      height: this.#world.height(),
    }
  }

  #announce(item: Item): void {
    if (!item.announced) this.announced.push(item.transaction)
    item.announced = true
  }

  #itemOf(transaction: Transaction): Item {
    const price = transaction.gasPriceValue
    return {
      transaction,
      sender: transaction.sender!,
      nonce: transaction.nonceValue,
      price,
      cost: transaction.value + transaction.gasLimitValue * price,
      arrival: { sequence: 0, timeMs: 0, height: 0 },
      announced: false,
    }
  }
}

const isBehind = (item: Item, other: Item): boolean =>
  equalBytes(item.sender, other.sender) && other.nonce < item.nonce
