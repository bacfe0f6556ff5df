import { decodeAddress, publicKeyHashAddress } from '../../bitcoin/scripts/address.ts'
import { bool, int256, low32Bits, string } from '../../native/abi/types.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { whitelist } from '../cells/whitelist.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { currentFeePerKb, voteFeePerKb } from '../governance/feePerKb.ts'
import { currentLockingCap, increaseLockingCap } from '../governance/lockingCap.ts'
import { addOneOff, addUnlimited, remove, setDisableDelay } from '../governance/whitelist.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod, localRead } from './bridgeMethod.ts'

const change = { isRead: false } as const

const feeMethods: readonly BridgeMethod[] = [
  bridgeGetter('getFeePerKb', int256, { gas: 2_000, ...localRead }, currentFeePerKb),
  bridgeMethod({
    name: 'voteFeePerKbChange',
    inputs: [int256],
    output: int256,
    gas: 10_000,
    ...change,
    run: voteFeePerKb,
  }),
]

const lockingCapMethods: readonly BridgeMethod[] = [
  bridgeGetter(
    'getLockingCap',
    int256,
    { available: { since: 'rskip134' }, gas: 3_000, ...localRead },
    currentLockingCap,
  ),
  bridgeMethod({
    name: 'increaseLockingCap',
    inputs: [int256],
    output: bool,
    available: { since: 'rskip134' },
    gas: 8_000,
    ...change,
    run: increaseLockingCap,
  }),
]

const whitelistMethods: readonly BridgeMethod[] = [
  bridgeMethod({
    name: 'addLockWhitelistAddress',
    inputs: [string, int256],
    output: int256,
    available: { until: 'rskip87' },
    gas: 25_000,
    ...change,
    run: addOneOff,
  }),
  bridgeMethod({
    name: 'addOneOffLockWhitelistAddress',
    inputs: [string, int256],
    output: int256,
    available: { since: 'rskip87' },
    gas: 25_000,
    ...change,
    run: addOneOff,
  }),
  bridgeMethod({
    name: 'addUnlimitedLockWhitelistAddress',
    inputs: [string],
    output: int256,
    available: { since: 'rskip87' },
    gas: 25_000,
    ...change,
    run: addUnlimited,
  }),
  bridgeMethod({
    name: 'removeLockWhitelistAddress',
    inputs: [string],
    output: int256,
    gas: 24_000,
    ...change,
    run: remove,
  }),
  bridgeMethod({
    name: 'setLockWhitelistDisableBlockDelay',
    inputs: [int256],
    output: int256,
    gas: 24_000,
    ...change,
    run: setDisableDelay,
  }),
  bridgeGetter('getLockWhitelistSize', int256, { gas: 16_000, ...localRead }, ({ cells }) =>
    BigInt(cells.load(whitelist).entries.length),
  ),
  bridgeMethod({
    name: 'getLockWhitelistAddress',
    inputs: [int256],
    output: string,
    gas: 16_000,
    ...localRead,
    run({ cells, constants }, index: bigint) {
      const entry = cells.load(whitelist).entries[low32Bits(index)]
      return entry ? publicKeyHashAddress(entry.hash, constants.bitcoin) : ''
    },
  }),
  bridgeMethod({
    name: 'getLockWhitelistEntryByAddress',
    inputs: [string],
    output: int256,
    available: { since: 'rskip87' },
    gas: 16_000,
    ...localRead,
    run: whitelistEntry,
  }),
]

/** The maximum, 0 without limit, -1 when the address is not on the list. */
function whitelistEntry({ cells, constants }: BridgeCall, address: string): bigint {
  const hash = decodeAddress(address, constants.bitcoin)?.hash
  const entry = hash && cells.load(whitelist).entries.find((candidate) => equalBytes(candidate.hash, hash))
  return entry ? (entry.maximum ?? 0n) : -1n
}

export const governanceMethods: readonly BridgeMethod[] = [
  ...feeMethods,
  ...lockingCapMethods,
  ...whitelistMethods,
]
