import { largestMempool } from '../../chain/admission.ts'
import { minimumFeeRate } from '../../chain/relayPolicy.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const getmempoolinfo: BitcoinMethod = {
  name: 'getmempoolinfo',
  summary: 'Returns the size and the rules of the mempool.',
  parameters: [],
  run(_, { bitcoin }) {
    const { mempool } = bitcoin.chain
    const fees = [...mempool.entries()].reduce((sum, { fee }) => sum + fee, 0n)
    const least = bitcoins(minimumFeeRate)
    return {
      loaded: true,
      size: mempool.size,
      bytes: mempool.bytes,
      usage: mempool.bytes,
      total_fee: bitcoins(fees),
      maxmempool: largestMempool,
      mempoolminfee: least,
      minrelaytxfee: least,
      incrementalrelayfee: least,
      unbroadcastcount: 0,
      fullrbf: false,
    }
  },
}
