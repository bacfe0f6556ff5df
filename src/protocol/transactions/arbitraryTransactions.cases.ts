import fc from 'fast-check'
import { asAddress } from '../../primitives/bytes.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

export const words = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 300n }))

export const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(asAddress)

const contents = fc.record({
  nonce: fc.uint8Array({ maxLength: 6 }),
  gasPrice: fc.option(words),
  gasLimit: fc.uint8Array({ maxLength: 9 }),
  to: fc.option(addresses),
  value: words,
  data: fc.uint8Array({ maxLength: 80 }),
})

const signature = fc.record({ v: fc.constantFrom(27, 28), r: words, s: words })

/** Chain ids from 1 to 109, the largest that fits one byte of v with both parities; 0 stands for no chain id. */
const signed: fc.Arbitrary<TransactionFields> = fc
  .tuple(contents, fc.nat(109), signature)
  .map(([fields, chainId, signatureOf]) => ({ ...fields, chainId, signature: signatureOf }))

const unsigned: fc.Arbitrary<TransactionFields> = contents.map((fields) => ({
  ...fields,
  chainId: 0,
  signature: null,
}))

export const arbitraryTransaction = fc.oneof(signed, unsigned).map((fields) => new Transaction(fields))
