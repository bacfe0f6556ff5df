import { medianTimeOf } from '../../chain/chainBlock.ts'
import type { BitcoinMethod } from '../method.ts'
import { chainWork, difficultyOf } from '../shapes/blockShapes.ts'

export const getblockchaininfo: BitcoinMethod = {
  name: 'getblockchaininfo',
  summary: 'Returns the state of the chain.',
  parameters: [],
  run(_, { bitcoin }) {
    const { tip, height } = bitcoin.chain
    const size = bitcoin.chain.blocksFrom(0).reduce((sum, { bytes }) => sum + bytes.length, 0)
    return {
      chain: 'regtest',
      blocks: height,
      headers: height,
      bestblockhash: tip.key,
      difficulty: difficultyOf(tip.header.bits),
      time: tip.header.time,
      mediantime: medianTimeOf(tip),
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: chainWork(tip.work),
      size_on_disk: size,
      pruned: false,
      warnings: '',
    }
  },
}
