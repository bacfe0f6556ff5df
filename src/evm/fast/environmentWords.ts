import type { Environment } from '../host.ts'
import {
  BASE_FEE_WORD,
  CHAIN_ID_WORD,
  COINBASE_WORD,
  DIFFICULTY_WORD,
  GAS_LIMIT_WORD,
  GAS_PRICE_WORD,
  NUMBER_WORD,
  ORIGIN_WORD,
  TIMESTAMP_WORD,
  TRANSACTION_INDEX_WORD,
} from '../layout.ts'
import type { Core } from './core.ts'
import { setBigInt, setBytes, setNumber } from './words.ts'

/** Writes block and transaction into the core, unless its last session had the same. */
export function writeEnvironment(core: Core, environment: Environment): void {
  if (environment === core.environment) return
  core.environment = environment
  setBytes(core, ORIGIN_WORD, environment.origin)
  setBigInt(core, GAS_PRICE_WORD, environment.gasPrice)
  setBytes(core, COINBASE_WORD, environment.coinbase)
  setNumber(core, TIMESTAMP_WORD, environment.timestamp)
  setNumber(core, NUMBER_WORD, environment.number)
  setBigInt(core, DIFFICULTY_WORD, environment.difficulty)
  setBigInt(core, GAS_LIMIT_WORD, environment.gasLimit)
  setNumber(core, CHAIN_ID_WORD, environment.chainId)
  // RSKIP412: Rootstock has no base fee, so BASEFEE pushes the block's minimum gas price.
  setBigInt(core, BASE_FEE_WORD, environment.minimumGasPrice)
  setNumber(core, TRANSACTION_INDEX_WORD, environment.transactionIndex)
}
