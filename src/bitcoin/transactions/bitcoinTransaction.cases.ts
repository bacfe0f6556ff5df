import fc from 'fast-check'
import type { BitcoinTransaction, TransactionInput } from './bitcoinTransaction.ts'

/* Bitcoin transactions for tests. */

export const anyHash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyUint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 250, maxLength: 300 }))

const anyInput = (hasWitness: boolean): fc.Arbitrary<TransactionInput> =>
  fc.record({
    transactionId: anyHash,
    outputIndex: anyUint32,
    script: anyBytes,
    sequence: anyUint32,
    witness: hasWitness ? fc.array(anyBytes, { minLength: 1, maxLength: 4 }) : fc.constant([]),
  })

export const anyTransaction: fc.Arbitrary<BitcoinTransaction> = fc.boolean().chain((hasWitness) =>
  fc.record({
    version: anyUint32,
    inputs: fc.array(anyInput(hasWitness), { minLength: 1, maxLength: 4 }),
    outputs: fc.array(fc.record({ value: fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), script: anyBytes }), {
      minLength: 1,
      maxLength: 4,
    }),
    lockTime: anyUint32,
  }),
)
