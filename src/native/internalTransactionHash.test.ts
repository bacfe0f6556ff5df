import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import type { InternalTransaction } from '../evm/precompiles/precompile.ts'
import { asAddress, asHash, emptyBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { internalTransactionHash } from './internalTransactionHash.ts'

const transactionHash = asHash(new Uint8Array(32).fill(0x11))
const [sender, receiver] = [asAddress(fromHex('aa'.repeat(20))), asAddress(fromHex('bb'.repeat(20)))]

const call: InternalTransaction = {
  kind: 'call',
  nonce: 0n,
  sender,
  receiver,
  value: 0n,
  gasPrice: 60_000_000n,
  gasLimit: 6_800_000n,
  data: emptyBytes,
  depth: 0,
  index: 0,
}

/** The hash of a list of encoded items. */
function hashOfItems(...items: readonly string[]) {
  const content = items.join('')
  return keccak256(fromHex(`f8${(content.length / 2).toString(16)}${content}`))
}

const parent = `a0${'11'.repeat(32)}`
const gasLimitWord = `a0${'67c280'.padStart(64, '0')}`

describe('the hash of an internal transaction', () => {
  it('covers twelve items for a call, with zeros empty and the gas limit as a word', () => {
    const [from, to] = [`94${'aa'.repeat(20)}`, `94${'bb'.repeat(20)}`]
    expect(internalTransactionHash(transactionHash, [call])).toEqual(
      hashOfItems(
        '80',
        parent,
        from,
        to,
        '80',
        '8403938700',
        gasLimitWord,
        '80',
        '8463616c6c',
        '80',
        '80',
        '80',
      ),
    )
  })

  it('covers no receiver for a creation, and a nonce with a sign byte', () => {
    const creation: InternalTransaction = {
      ...call,
      kind: 'create',
      nonce: 128n,
      receiver: undefined,
      value: 5n,
      gasPrice: 0n,
      data: fromHex('6000'),
      depth: 2,
      index: 300,
    }
    const [from, note] = [`94${'aa'.repeat(20)}`, '86637265617465']
    expect(internalTransactionHash(transactionHash, [creation])).toEqual(
      hashOfItems(
        '820080',
        parent,
        from,
        '80',
        '05',
        '80',
        gasLimitWord,
        '826000',
        note,
        '02',
        '82012c',
        '80',
      ),
    )
  })

  it('covers the hash of its caller as parent for an inner call', () => {
    const first = internalTransactionHash(transactionHash, [call])
    const inner = { ...call, sender: receiver, depth: 1 }
    expect(internalTransactionHash(transactionHash, [call, inner])).toEqual(
      internalTransactionHash(first, [inner]),
    )
  })

  it('is that of the transaction for an empty path', () => {
    expect(internalTransactionHash(transactionHash, [])).toBe(transactionHash)
  })
})
