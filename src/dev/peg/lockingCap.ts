import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { currentLockingCap } from '../../bridge/governance/lockingCap.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { bridgeCallData } from '../federation/bridgeCallData.ts'
import { lockingCapKey } from '../federation/namedKeys.ts'
import { type PegChain, PegRefusal } from '../federation/pegChain.ts'

/** Raises the upper bound of the bitcoins in the peg, as an authorised account may. */
export function raiseLockingCap(context: BridgeContext, chain: PegChain, satoshis: bigint): void {
  if (!context.rules.rskip134)
    throw new PegRefusal('the Bridge has a locking cap from the upgrade papyrus200 on')
  const current = currentLockingCap(context)
  const maximum = current * context.constants.lockingCapFactor
  if (satoshis < current || satoshis > maximum) {
    throw new PegRefusal(`the cap is ${current} satoshis and can be raised to ${maximum} at once`)
  }
  chain.fund(addressOf(publicKeyOf(lockingCapKey)))
  chain.send({ key: lockingCapKey, to: bridgeAddress, data: bridgeCallData.increaseLockingCap(satoshis) })
}
