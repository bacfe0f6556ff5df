import { decodeAddress } from '../../bitcoin/scripts/address.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { equalBytes, includesBytes } from '../../primitives/bytes.ts'
import { BitcoinChain } from '../bitcoinChain/chain.ts'
import { neverDisabled, sortedEntries, type WhitelistEntry, whitelist } from '../cells/whitelist.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'

const outcome = {
  done: 1n,
  present: -1n,
  absent: -1n,
  disableHeightIsSet: -1n,
  invalidAddress: -2n,
  invalidDelay: -2n,
  unauthorised: -10n,
} as const

const mayChange = ({ call, constants }: BridgeCall): boolean =>
  includesBytes(constants.authorisers.whitelist, call.caller)

const hasHash =
  (hash: Uint8Array) =>
  (entry: WhitelistEntry): boolean =>
    equalBytes(entry.hash, hash)

/** Lets an address peg in once, up to a maximum, which may be any number of 64 bits. */
export function addOneOff(bridge: BridgeCall, address: string, maximum: Satoshis): bigint {
  const hash = decodeAddress(address, bridge.constants.bitcoin)?.hash
  if (!hash) return outcome.invalidAddress
  if (BigInt.asIntN(64, maximum) !== maximum)
    throw new PrecompileFailure(`a maximum of ${maximum} satoshis exceeds 64 bits`)
  return add(bridge, { hash, maximum })
}

/** RSKIP87: lets an address peg in without limit. */
export function addUnlimited(bridge: BridgeCall, address: string): bigint {
  const hash = decodeAddress(address, bridge.constants.bitcoin)?.hash
  return hash ? add(bridge, { hash, maximum: undefined }) : outcome.invalidAddress
}

function add(bridge: BridgeCall, entry: WhitelistEntry): bigint {
  if (!mayChange(bridge)) return outcome.unauthorised
  const { entries, disableHeight } = bridge.cells.load(whitelist)
  if (entries.some(hasHash(entry.hash))) return outcome.present
  bridge.cells.set(whitelist, { entries: sortedEntries([...entries, entry]), disableHeight })
  return outcome.done
}

export function remove(bridge: BridgeCall, address: string): bigint {
  if (!mayChange(bridge)) return outcome.unauthorised
  const hash = decodeAddress(address, bridge.constants.bitcoin)?.hash
  if (!hash) return outcome.invalidAddress
  const { entries, disableHeight } = bridge.cells.load(whitelist)
  const isRemoved = hasHash(hash)
  if (!entries.some(isRemoved)) return outcome.absent
  bridge.cells.set(whitelist, { entries: entries.filter((entry) => !isRemoved(entry)), disableHeight })
  return outcome.done
}

/** Ends the whitelist `delay` Bitcoin blocks from now. The delay can be set once. */
export function setDisableDelay(bridge: BridgeCall, delay: bigint): bigint {
  const best = BitcoinChain.open(bridge).head.height
  if (!mayChange(bridge)) return outcome.unauthorised
  const { entries, disableHeight } = bridge.cells.load(whitelist)
  if (disableHeight !== neverDisabled) return outcome.disableHeightIsSet
  if (BigInt.asIntN(32, delay) !== delay)
    throw new PrecompileFailure(`a delay of ${delay} blocks is too long`)
  const height = (best + Number(delay)) | 0
  if (height <= best) return outcome.invalidDelay
  bridge.cells.set(whitelist, { entries, disableHeight: height })
  return outcome.done
}

/** Whether the owner of a hash may peg in an amount. A positive answer uses up a one-time permission. */
export function passesWhitelist(
  { cells }: BridgeContext,
  hash: Uint8Array,
  amount: Satoshis,
  bitcoinHeight: number,
): boolean {
  const { entries, disableHeight } = cells.load(whitelist)
  const entry = entries.find(hasHash(hash))
  const isCovered = entry !== undefined && (entry.maximum === undefined || entry.maximum >= amount)
  if (!isCovered && bitcoinHeight <= disableHeight) return false
  const isUsedUp = (one: WhitelistEntry): boolean => one === entry && one.maximum !== undefined
  cells.set(whitelist, { entries: entries.filter((one) => !isUsedUp(one)), disableHeight })
  return true
}
