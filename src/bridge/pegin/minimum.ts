import type { Satoshis } from '../../bitcoin/transactions/satoshis.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'

/** The smallest peg-in; RSKIP219 lowered it. */
export const minimumPegin = ({ constants, rules }: Pick<BridgeContext, 'constants' | 'rules'>): Satoshis =>
  constants.minimumPegin[rules.rskip219 ? 'rskip219' : 'legacy']
