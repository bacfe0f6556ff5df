import { toBigInt } from '../../primitives/integers.ts'
import { wordAddress } from '../word.ts'
import type { FrameState } from './frameState.ts'
import type { Operation, Operations } from './instruction.ts'

const value = (read: (frame: FrameState) => bigint): Operation => ({
  execute: (frame) => frame.push(read(frame)),
})

/** The message and the transaction. */
export const environment: Operations = {
  ADDRESS: value(({ parameters }) => toBigInt(parameters.address)),
  // The sender of a call may have less than it sends, and then a negative balance.
  BALANCE: value((frame) => BigInt.asUintN(256, frame.host.balance(wordAddress(frame.pop())))),
  SELFBALANCE: value(({ host, parameters }) => BigInt.asUintN(256, host.balance(parameters.address))),
  ORIGIN: value(({ host }) => toBigInt(host.environment.origin)),
  CALLER: value(({ parameters }) => toBigInt(parameters.caller)),
  CALLVALUE: value(({ parameters }) => parameters.value),
  GASPRICE: value(({ host }) => host.environment.gasPrice),
  TXINDEX: value(({ host }) => BigInt(host.environment.transactionIndex)),
  GAS: value((frame) => BigInt(frame.gasLeft)),
}
