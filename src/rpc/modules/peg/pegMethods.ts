import type { Method } from '../../method/method.ts'
import { pegAdvance } from './advance.ts'
import { pegBitcoin } from './bitcoin.ts'
import { pegChangeFederation } from './changeFederation.ts'
import { pegFederation } from './federation.ts'
import { pegFlyover } from './flyover.ts'
import { pegLockingCap } from './lockingCap.ts'
import { pegPegIn } from './pegIn.ts'
import { pegPegOut } from './pegOut.ts'
import { pegStatus } from './status.ts'

/** The peg with Bitcoin of a development chain. */
export const pegMethods: readonly Method[] = [
  pegAdvance,
  pegBitcoin,
  pegChangeFederation,
  pegFederation,
  pegFlyover,
  pegPegIn,
  pegLockingCap,
  pegPegOut,
  pegStatus,
]
