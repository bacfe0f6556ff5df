import { type Address, asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { extraDataOf } from './extraData.ts'

/** What a miner decides about its blocks. */
export interface MiningSettings {
  /** Whom REMASC pays for them. */
  readonly coinbase: Address
  /** Where the gas limit moves, a thousandth per block. */
  readonly gasLimitTarget: bigint
  /** Where the minimum gas price moves, a hundredth per block. */
  readonly minimumGasPriceTarget: bigint
  readonly extraData: Uint8Array
}

/** The reference node's choices for the local chain; the coinbase is that of its default secret. */
export const localMiningSettings: MiningSettings = {
  coinbase: asAddress(fromHex('ec4ddeb4380ad69b3e509baad9f158cdf4e4681d')),
  gasLimitTarget: 7_500_000n,
  minimumGasPriceTarget: 0n,
  extraData: extraDataOf('cambium'),
}

/** The reference node's choices where blocks have a price. */
export const publicMiningSettings = (coinbase: Address): MiningSettings => ({
  ...localMiningSettings,
  coinbase,
  gasLimitTarget: 6_800_000n,
})
