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
} from '../../src/evm/layout'
import {
  BASEFEE,
  CHAINID,
  COINBASE,
  DIFFICULTY,
  GASLIMIT,
  GASPRICE,
  NUMBER,
  ORIGIN,
  TIMESTAMP,
  TXINDEX,
} from '../../src/evm/opcodeBytes'

/** Address of the word that an opcode pushes if that word is constant for the whole session, else 0. */
export function environmentWord(opcode: i32): u32 {
  switch (opcode) {
    case ORIGIN:
      return ORIGIN_WORD
    case GASPRICE:
      return GAS_PRICE_WORD
    case COINBASE:
      return COINBASE_WORD
    case TIMESTAMP:
      return TIMESTAMP_WORD
    case NUMBER:
      return NUMBER_WORD
    case DIFFICULTY:
      return DIFFICULTY_WORD
    case GASLIMIT:
      return GAS_LIMIT_WORD
    case CHAINID:
      return CHAIN_ID_WORD
    case BASEFEE:
      return BASE_FEE_WORD
    case TXINDEX:
      return TRANSACTION_INDEX_WORD
    default:
      return 0
  }
}
