import { fromHex } from '../../primitives/hex.ts'
import type { AddressVersions } from '../scripts/address.ts'
import { BitcoinHeader } from './header.ts'
import { decodeStoredBlock, type StoredBlock } from './storedBlock.ts'
import { targetOf } from './target.ts'

/* Parameters of the Bitcoin networks for a node that follows headers only. */

/** The blocks from which the reference node starts instead of the genesis block. */
export interface Checkpoints {
  /** The block from which the network's first federation starts. */
  readonly first: StoredBlock
  /** The block for federations that were created after its time, in seconds since 1970. */
  readonly last: { readonly height: number; readonly time: number }
}

export interface BitcoinParameters extends AddressVersions {
  readonly genesis: StoredBlock
  /** The easiest target of proof of work. */
  readonly maximumTarget: bigint
  /** Blocks between two adjustments of the target; undefined if it is never adjusted. */
  readonly retargetInterval: number | undefined
  /** Whether a late block may have the easiest target. */
  readonly forgivesLateBlocks: boolean
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
  forgivesLateBlocks: false,
  publicKeyHashVersion: 0,
  scriptHashVersion: 5,
  genesis: { header: genesisHeader('29ab5f49ffff001d1dac2b7c'), height: 0, work: 0x100010001n },
  checkpoints: {
    // Height 499,968.
    first: decodeStoredBlock(
      fromHex(
        '00cd6eae36c0cee5640896d30007a10000000020e37c80a7a8b850e3e89add09090b6b89b874496513ef89000000000000000000' +
          '285ddc7985e7c34eb205d2c3129727f7bc10873e11e054b48d1a92786a42d7d2c8c8375a459600189b3aa792',
      ),
    ),
    last: { height: 499_968, time: 1_513_605_320 },
  },
}

const testAddressVersions = { publicKeyHashVersion: 111, scriptHashVersion: 196 }

export const testnetParameters: BitcoinParameters = {
  ...retargeting,
  forgivesLateBlocks: true,
  ...testAddressVersions,
  genesis: { header: genesisHeader('dae5494dffff001d1aa4ae18'), height: 0, work: 0x100010001n },
  checkpoints: {
    // Height 1,413,216.
    first: decodeStoredBlock(
      fromHex(
        '000000c1a1942223f6072a8d0015906000000020c4891929bff550199ebac0f3c8691f19d84633de53da8af34600000000000000' +
          '0c109cfe5b24faa1e0174b788c7e3e8f2fb340bcee07a544914b167ad4c27b82b9a9995bf05f4c1908698a4b',
      ),
    ),
    last: { height: 1_514_016, time: 1_556_877_853 },
  },
}

export const regtestParameters: BitcoinParameters = {
  maximumTarget: 2n ** 263n - 1n,
  retargetInterval: undefined,
  forgivesLateBlocks: false,
  ...testAddressVersions,
  genesis: { header: genesisHeader('dae5494dffff7f2002000000'), height: 0, work: 2n },
  checkpoints: undefined,
}
