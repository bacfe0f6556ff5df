import { toBigInt } from '../../primitives/integers.ts'
import type { Environment } from '../host.ts'
import { saturatedNumber, wordAddress } from '../word.ts'
import type { FrameState } from './frameState.ts'
import type { Operation, Operations } from './instruction.ts'

const value = (read: (frame: FrameState) => bigint): Operation => ({
  execute: (frame) => frame.push(read(frame)),
})

const fromEnvironment = (read: (environment: Environment) => bigint): Operation =>
  value(({ host }) => read(host.environment))

/** The message, the transaction and the block. */
export const environment: Operations = {
  ADDRESS: value(({ parameters }) => toBigInt(parameters.address)),
  // The sender of a call may have less than it sends, and then a negative balance.
  BALANCE: value((frame) => BigInt.asUintN(256, frame.host.state.balance(wordAddress(frame.pop())))),
  SELFBALANCE: value(({ host, parameters }) => BigInt.asUintN(256, host.state.balance(parameters.address))),
  ORIGIN: fromEnvironment(({ origin }) => toBigInt(origin)),
  CALLER: value(({ parameters }) => toBigInt(parameters.caller)),
  CALLVALUE: value(({ parameters }) => parameters.value),
  GASPRICE: fromEnvironment(({ gasPrice }) => gasPrice),
  TXINDEX: fromEnvironment(({ transactionIndex }) => BigInt(transactionIndex)),
  GAS: value((frame) => BigInt(frame.gasLeft)),

  BLOCKHASH: value((frame) => {
    const hash = frame.host.blockHash(saturatedNumber(frame.pop()))
    return hash === undefined ? 0n : toBigInt(hash)
  }),
  COINBASE: fromEnvironment(({ coinbase }) => toBigInt(coinbase)),
  TIMESTAMP: fromEnvironment(({ timestamp }) => BigInt(timestamp)),
  NUMBER: fromEnvironment(({ number }) => BigInt(number)),
  DIFFICULTY: fromEnvironment(({ difficulty }) => difficulty),
  GASLIMIT: fromEnvironment(({ gasLimit }) => gasLimit),
  CHAINID: fromEnvironment(({ chainId }) => BigInt(chainId)),
  /** RSKIP412: Rootstock has no base fee, so BASEFEE pushes the block's minimum gas price. */
  BASEFEE: fromEnvironment(({ minimumGasPrice }) => minimumGasPrice),
}
