import { expect } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import type { StoredBlock } from '../../src/chain/storage/storedBlock.ts'
import { people } from '../../src/mining/miningWorld.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { decodeAccount } from '../../src/protocol/account.ts'
import { accountKey } from '../../src/trie/keys.ts'

const accountKeyLength = accountKey(new Uint8Array(20)).length
/** REMASC transactions have the one-byte address 00 as their sender. */
const remascSenderKeyLength = accountKey(Uint8Array.of(0)).length

/** The sum of all balances. */
export function totalBalance(chain: Chain): bigint {
  let total = 0n
  for (const [key, value] of chain.stateAt('latest')!.commit().entries()) {
    const isAccount = key.length === accountKeyLength || key.length === remascSenderKeyLength
    if (isAccount) total += decodeAccount(value).balance
  }
  return total
}

/** Counts the transactions of each sender on the best chain from the chain's events. */
export class SentTransactions {
  readonly #counts = new Map<string, number>()

  constructor(chain: Chain) {
    for (let number = 1; number <= chain.head.number; number++) this.#count(chain.select(number)!, 1)
    chain.on('reorg', ({ abandoned }) => {
      for (const block of abandoned) this.#count(block, -1)
    })
    chain.on('block', (block) => this.#count(block, 1))
  }

  of(address: Uint8Array): number {
    return this.#counts.get(toHexDigits(address)) ?? 0
  }

  #count({ transactions }: StoredBlock, step: 1 | -1): void {
    for (const { sender } of transactions) {
      if (sender) this.#counts.set(toHexDigits(sender), this.of(sender) + step)
    }
  }
}

/** Nonces match the transactions in blocks; the pool holds only transactions that may follow. */
export function expectConsistent({ chain, pool }: Node, sent: SentTransactions): void {
  const state = chain.stateAt('latest')!
  const pendingCounts = new Map<string, number>()
  for (const { sender, transactions } of pool.pendingBySender()) {
    const nonces = transactions.map(({ nonceValue }) => nonceValue)
    expect(nonces).toEqual(nonces.map((_, index) => state.nonce(sender) + BigInt(index)))
    pendingCounts.set(toHexDigits(sender), nonces.length)
  }
  for (const { address } of people) {
    expect(state.nonce(address)).toBe(BigInt(sent.of(address)))
    const pending = pendingCounts.get(toHexDigits(address)) ?? 0
    expect(pool.nextNonce(address)).toBe(state.nonce(address) + BigInt(pending))
  }
  for (const { sender, transactions } of pool.queuedBySender()) {
    for (const { nonceValue } of transactions) expect(nonceValue).toBeGreaterThan(pool.nextNonce(sender))
  }
  for (const { transactions } of [...pool.pendingBySender(), ...pool.queuedBySender()]) {
    for (const { hash } of transactions) expect(chain.transaction(hash)).toBeUndefined()
  }
}
