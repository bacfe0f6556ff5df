import { fromHex } from '../../primitives/hex.ts'
import type { AddressVersions } from '../scripts/address.ts'
import { BitcoinHeader } from './bitcoinHeader.ts'
import { Checkpoints } from './checkpoints.ts'
import type { StoredBlock } from './storedBlock.ts'
import { targetOf } from './target.ts'

/* Parameters of the Bitcoin networks for a node that follows headers only. */

export interface BitcoinParameters extends AddressVersions {
  readonly genesis: StoredBlock
  /** The maximum target of proof of work, which is the easiest. */
  readonly maximumTarget: bigint
  /** Blocks between two adjustments of the target; undefined if it is never adjusted. */
  readonly retargetInterval: number | undefined
  /** Whether a late block may have the maximum target. */
  readonly allowsMinimumDifficulty: boolean
  /** Blocks from which the chain of headers can start; undefined when it starts at the genesis block. */
  readonly checkpoints: Checkpoints | undefined
}

/** Version 1, no parent and the same merkle root on all networks; time, bits and nonce differ. */
const genesisHeader = (timeBitsNonce: string): BitcoinHeader =>
  new BitcoinHeader(
    fromHex(
      `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a${timeBitsNonce}`,
    ),
  )

const retargeting = { maximumTarget: targetOf(0x1d00ffff), retargetInterval: 2016 }

export const mainnetParameters: BitcoinParameters = {
  ...retargeting,
  allowsMinimumDifficulty: false,
  publicKeyHashVersion: 0,
  scriptHashVersion: 5,
  genesis: { header: genesisHeader('29ab5f49ffff001d1dac2b7c'), height: 0, work: 0x100010001n },
  checkpoints: new Checkpoints('data/bitcoin-checkpoints-mainnet.bin'),
}

const testAddressVersions = { publicKeyHashVersion: 111, scriptHashVersion: 196 }

export const testnetParameters: BitcoinParameters = {
  ...retargeting,
  allowsMinimumDifficulty: true,
  ...testAddressVersions,
  genesis: { header: genesisHeader('dae5494dffff001d1aa4ae18'), height: 0, work: 0x100010001n },
  checkpoints: new Checkpoints('data/bitcoin-checkpoints-testnet.bin'),
}

export const regtestParameters: BitcoinParameters = {
  maximumTarget: 2n ** 263n - 1n,
  retargetInterval: undefined,
  allowsMinimumDifficulty: false,
  ...testAddressVersions,
  genesis: { header: genesisHeader('dae5494dffff7f2002000000'), height: 0, work: 2n },
  checkpoints: undefined,
}
