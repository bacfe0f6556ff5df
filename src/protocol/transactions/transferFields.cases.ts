import { asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { TransactionFields } from './transaction.ts'

/** The first transfer of an account of the local chain. */
export const transferFields: Omit<TransactionFields, 'signature'> = {
  nonce: emptyBytes,
  gasPrice: 1007n,
  gasLimit: fromHex('5208'),
  to: asAddress(fromHex('11'.repeat(20))),
  value: 1n,
  data: emptyBytes,
  chainId: 33,
}
