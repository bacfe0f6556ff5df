import { type Address, asAddress, asciiBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'

const version = new Uint8Array([1])
const maximumBytes = 32

/** The extra data of a block: a version and the name of the software that made it. */
export function extraDataOf(name: string): Uint8Array {
  const bytes = encodeRlp([version, asciiBytes(name)])
  if (bytes.length > maximumBytes) throw new RangeError(`"${name}" does not fit in a block's extra data`)
  return bytes
}

/** The operator's choices for mined blocks. */
export interface MiningSettings {
  /** The account that REMASC pays for them. */
  readonly coinbase: Address
  /** The gas limit that blocks approach, by about a thousandth per block. */
  readonly gasLimitTarget: bigint
  /** The minimum gas price that blocks approach, by up to a hundredth per block. */
  readonly minimumGasPriceTarget: bigint
  readonly extraData: Uint8Array
}

/** The reference node's values for the local chain; the coinbase belongs to its default secret. */
export const localMiningSettings: MiningSettings = {
  coinbase: asAddress(fromHex('ec4ddeb4380ad69b3e509baad9f158cdf4e4681d')),
  gasLimitTarget: 7_500_000n,
  minimumGasPriceTarget: 0n,
  extraData: extraDataOf('cambium'),
}

/** The reference node's values for public networks. */
export const publicMiningSettings = (coinbase: Address): MiningSettings => ({
  ...localMiningSettings,
  coinbase,
  gasLimitTarget: 6_800_000n,
})

/** Settings that a developer may change while the chain runs; they take effect with the next block. */
export type AdjustableSettings = { -readonly [Name in keyof MiningSettings]: MiningSettings[Name] }
