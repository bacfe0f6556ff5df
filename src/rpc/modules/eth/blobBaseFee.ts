import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

/** Rootstock has no blobs; wallets and libraries ask for the fee of every chain. */
export const ethBlobBaseFee = defineMethod({
  name: 'eth_blobBaseFee',
  summary: 'The price of blob gas: always 0, because Rootstock has no blobs.',
  result: schema.quantity,
  asks: 'nothing',
  handler: () => '0x0',
})
