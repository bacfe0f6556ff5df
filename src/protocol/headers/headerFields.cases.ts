import { emptyListHash, emptyTrieRoot } from '../../crypto/keccak256.ts'
import { asHash, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { signedBytes } from '../../primitives/integers.ts'
import { bloomBytes } from '../bloom.ts'
import type { Network } from '../networks/network.ts'
import { rulesAt } from '../networks/rules.ts'
import type { HeaderFields } from './header.ts'

/** An unmined header with the optional fields that the rules at its height require. */
export function headerFields(
  network: Network,
  number: number,
  overrides: Partial<HeaderFields> = {},
): HeaderFields {
  const rules = rulesAt(network, number)
  return {
    version: rules.rskip351 ? (rules.rskip535 ? 2 : 1) : 0,
    parentHash: asHash(new Uint8Array(32).fill(0x11)),
    unclesHash: emptyListHash,
    coinbase: fromHex('ec4ddeb4380ad69b3e509baad9f158cdf4e4681d'),
    stateRoot: emptyTrieRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: new Uint8Array(bloomBytes),
    difficulty: network.minimumDifficulty,
    rawDifficulty: null,
    number,
    gasLimit: signedBytes(6_800_000n),
    gasUsed: 0,
    timestamp: 1_600_000_000,
    extraData: emptyBytes,
    paidFees: 0n,
    minimumGasPrice: 0n,
    uncleCount: 0,
    ummRoot: rules.umm ? emptyBytes : null,
    edges: rules.rskip351 && rules.rskip144 ? [] : null,
    baseEvent: rules.rskip351 && rules.rskip535 ? emptyBytes : null,
    mergedMining: null,
    ...overrides,
  }
}
