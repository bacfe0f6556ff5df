// Instructions that run as one. An interpreter spends half of its time on dispatching the next instruction.
import { MEMORY_LIMIT } from '../../src/evm/gas'
import * as op from './operations'

/** The operation for PUSH `immediate`, of up to eight bytes, and `opcode`, or 0. */
export function fusedWithPush(opcode: i32, immediate: u64): i32 {
  switch (opcode) {
    case op.JUMP:
      return op.JUMP_TO
    case op.JUMPI:
      return op.JUMPI_TO
    case op.ADD:
      return op.ADD_LIMB
    case op.MUL:
      return op.MUL_LIMB
    case op.AND:
      return op.AND_LIMB
    case op.SHL:
      return op.SHL_LIMB
    case op.SHR:
      return op.SHR_LIMB
    case op.LT:
      return op.LT_LIMB
    case op.GT:
      return op.GT_LIMB
    case op.EQ:
      return op.EQ_LIMB
    case op.MLOAD:
      return immediate < <u64>MEMORY_LIMIT ? op.MLOAD_AT : 0
    case op.MSTORE:
      return immediate < <u64>MEMORY_LIMIT ? op.MSTORE_AT : 0
    default:
      return 0
  }
}

/** The operation for DUPn and `opcode`, or 0. */
export function fusedWithDup(opcode: i32): i32 {
  switch (opcode) {
    case op.ADD:
      return op.DUP_ADD
    case op.SUB:
      return op.DUP_SUB
    case op.MUL:
      return op.DUP_MUL
    case op.AND:
      return op.DUP_AND
    case op.LT:
      return op.DUP_LT
    case op.GT:
      return op.DUP_GT
    case op.EQ:
      return op.DUP_EQ
    case op.MLOAD:
      return op.DUP_MLOAD
    case op.MSTORE:
      return op.DUP_MSTORE
    default:
      return 0
  }
}

/** The operation for `test` and a conditional jump to a known place, or 0. */
export function fusedWithJump(test: i32): i32 {
  switch (test) {
    case op.ISZERO:
      return op.JUMP_UNLESS_TO
    case op.LT:
      return op.JUMP_IF_LT_TO
    case op.GT:
      return op.JUMP_IF_GT_TO
    case op.EQ:
      return op.JUMP_IF_EQ_TO
    default:
      return 0
  }
}

/** The operation for `before` and POP, or 0. */
export function fusedWithPop(before: i32): i32 {
  switch (before) {
    case op.SWAP:
      return op.SWAP_POP
    case op.POP:
      return op.POP_POP
    default:
      return 0
  }
}
