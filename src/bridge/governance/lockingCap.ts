import { maximumMoney, type Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { includesBytes } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { lockingCap } from '../cells/governance.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'

/** The maximum number of bitcoins that may be pegged in. The first call stores the initial cap. */
export function currentLockingCap({ cells, constants }: BridgeContext): Satoshis {
  const stored = cells.load(lockingCap)
  if (stored !== undefined) return stored
  cells.set(lockingCap, constants.initialLockingCap)
  return constants.initialLockingCap
}

/** False when the cap is refused: it must not fall, nor grow by more than the factor. */
export function increaseLockingCap(bridge: BridgeCall, cap: bigint): boolean {
  const { cells, constants, call } = bridge
  if (BigInt.asIntN(64, cap) !== cap || cap <= 0n)
    throw new PrecompileFailure(`${cap} is not a valid locking cap`)
  if (!includesBytes(constants.authorisers.lockingCap, call.caller)) return false
  const current = currentLockingCap(bridge)
  if (cap < current || cap > current * constants.lockingCapFactor) return false
  cells.set(lockingCap, cap)
  return true
}

/** Whether the amount fits under the cap (RSKIP134). Coins that the Bridge does not hold are already pegged in. */
export function isWithinLockingCap(context: BridgeContext, amount: Satoshis): boolean {
  if (!context.rules.rskip134) return true
  const held = context.native.state.balance(bridgeAddress) / weiPerSatoshi
  return maximumMoney - held + amount <= currentLockingCap(context)
}
