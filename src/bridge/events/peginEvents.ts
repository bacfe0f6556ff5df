import { address, bytes32, int256, string } from '../../native/abi/types.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/* Amounts are in satoshis. Bitcoin transaction ids are in printed order. */

/** RSKIP146, until RSKIP170: receiver; transaction, sender on Bitcoin, amount. */
export const lockBtc = bridgeEvent('lock_btc', [address], [bytes32, string, int256])

/** RSKIP170: receiver, transaction; amount, version of the protocol. */
export const peginBtc = bridgeEvent('pegin_btc', [address, bytes32], [int256, int256])

/** RSKIP181: transaction; reason. */
export const rejectedPegin = bridgeEvent('rejected_pegin', [bytes32], [int256])

/** RSKIP181: transaction; reason. */
export const unrefundablePegin = bridgeEvent('unrefundable_pegin', [bytes32], [int256])
