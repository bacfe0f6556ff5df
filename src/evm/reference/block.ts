import { toBigInt } from '../../primitives/integers.ts'
import type { Environment } from '../host.ts'
import { saturatedNumber } from '../word.ts'
import type { Operation, Operations } from './instruction.ts'

const value = (read: (environment: Environment) => bigint): Operation => ({
  execute: (frame) => frame.push(read(frame.host.environment)),
})

export const block: Operations = {
  BLOCKHASH: {
    execute: (frame) => {
      const hash = frame.host.blockHash(saturatedNumber(frame.pop()))
      frame.push(hash === undefined ? 0n : toBigInt(hash))
    },
  },
  COINBASE: value(({ coinbase }) => toBigInt(coinbase)),
  TIMESTAMP: value(({ timestamp }) => BigInt(timestamp)),
  NUMBER: value(({ number }) => BigInt(number)),
  DIFFICULTY: value(({ difficulty }) => difficulty),
  GASLIMIT: value(({ gasLimit }) => gasLimit),
  CHAINID: value(({ chainId }) => BigInt(chainId)),
  /** RSKIP412: Rootstock has no base fee, so BASEFEE pushes the block's minimum gas price. */
  BASEFEE: value(({ minimumGasPrice }) => minimumGasPrice),
}
