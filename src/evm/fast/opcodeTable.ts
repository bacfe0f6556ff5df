import {
  ACTION_HOST,
  ACTION_INVALID,
  ACTION_MACHINE,
  ACTION_REFERENCE,
  ACTION_RUN,
  FLOW_BLOCK,
  FLOW_END,
  FLOW_NEXT,
  OPCODE_ACTION,
  OPCODE_ENTRY_SIZE,
  OPCODE_FLOW,
  OPCODE_GAS,
  OPCODE_POPS,
  OPCODE_PUSHES,
} from '../layout.ts'
import { type Opcode, opcodeTable } from '../opcodes.ts'
import type { EvmRules } from '../rules.ts'
import { hostInstructions } from './hostInstructions.ts'

/** These skip a byte that may be a jump destination, which blocks cannot express. RSKIP191 removed them. */
const referenceOpcodes = new Set(['DUPN', 'SWAPN'])

/**
 * These end their block. GAS pushes the gas left, from which later instructions must not be subtracted yet.
 * RSKIP144 counts the cells that a failing frame touched, so the gas of later instructions must not prevent a
 * storage access.
 */
const exactOpcodes = new Set(['GAS', 'SLOAD', 'SSTORE'])

/** The opcode table of the core (see layout.ts) under these rules. */
export function encodeOpcodeTable(rules: EvmRules): Uint8Array {
  const bytes = new Uint8Array(256 * OPCODE_ENTRY_SIZE)
  const view = new DataView(bytes.buffer)
  opcodeTable(rules).forEach((opcode, byte) => {
    const entry = byte * OPCODE_ENTRY_SIZE
    if (opcode?.isActive) encode(view, entry, opcode)
    else {
      view.setUint8(entry + OPCODE_ACTION, ACTION_INVALID)
      view.setUint8(entry + OPCODE_FLOW, FLOW_END)
    }
  })
  return bytes
}

function encode(view: DataView, entry: number, opcode: Opcode): void {
  // SSTORE reads its cell before it pays, so the core charges its whole price with the instruction.
  view.setUint32(entry + OPCODE_GAS, opcode.name === 'SSTORE' ? 0 : opcode.gas, true)
  view.setUint8(entry + OPCODE_POPS, opcode.pops)
  view.setUint8(entry + OPCODE_PUSHES, opcode.pushes)
  view.setUint8(entry + OPCODE_ACTION, action(opcode))
  view.setUint8(entry + OPCODE_FLOW, flow(opcode))
}

const needsHost = ({ byte }: Opcode): boolean => hostInstructions[byte] !== undefined

function action(opcode: Opcode): number {
  if (opcode.flow === 'system') return ACTION_MACHINE
  if (needsHost(opcode)) return ACTION_HOST
  return referenceOpcodes.has(opcode.name) ? ACTION_REFERENCE : ACTION_RUN
}

function flow(opcode: Opcode): number {
  const { name, flow } = opcode
  if (flow === 'jump' || flow === 'end' || referenceOpcodes.has(name)) return FLOW_END
  return flow !== 'next' || needsHost(opcode) || exactOpcodes.has(name) ? FLOW_BLOCK : FLOW_NEXT
}
