import { regtestParameters } from '../../../bitcoin/blocks/networkParameters.ts'
import type { ReceiverVersions } from '../../../bitcoin/scripts/receivers.ts'
import { satoshisPerBitcoin } from '../../../bitcoin/transactions/transactionRules.ts'
import { concatBytes } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'

/* Parameters of Bitcoin's regtest network. */

export const regtestReceivers: ReceiverVersions = {
  publicKeyHashVersion: regtestParameters.publicKeyHashVersion,
  scriptHashVersion: regtestParameters.scriptHashVersion,
  witnessPrefix: 'bcrt',
}

/** The target of every block: every second hash meets it. */
export const regtestBits = 0x207fffff
/** The top bits 001 with no other bit set signal no rule (BIP-9). */
export const blockVersion = 0x20000000
export const coinbaseMaturity = 100
const halvingInterval = 150
const firstSubsidy = 50n * satoshisPerBitcoin

export function subsidyAt(height: number): bigint {
  const halvings = Math.floor(height / halvingInterval)
  return halvings >= 64 ? 0n : firstSubsidy >> BigInt(halvings)
}

/** The coinbase of the genesis block, the same on all networks. Its output cannot be spent. */
const genesisCoinbase = fromHex(
  `01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000`,
)

export const genesisBlock = concatBytes(
  regtestParameters.genesis.header.bytes,
  Uint8Array.of(1),
  genesisCoinbase,
)
