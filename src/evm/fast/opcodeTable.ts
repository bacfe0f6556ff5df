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

/** Instructions the core leaves to the host; see hostInstructions.ts. */
const hostOpcodes = new Set([
  'BALANCE',
  'EXTCODESIZE',
  'EXTCODECOPY',
  'EXTCODEHASH',
  'BLOCKHASH',
  'SELFBALANCE',
  'TLOAD',
  'TSTORE',
])

/** They step over a byte that may itself be a jump destination: too odd for blocks, and gone since RSKIP191. */
const referenceOpcodes = new Set(['DUPN', 'SWAPN'])

/**
 * GAS shows the gas left, which must not include what later instructions of its block cost. Storage ends its
 * block because the cells a failing frame touched count for RSKIP144: nothing behind an access may decide
 * whether it happens.
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
  // SSTORE reads its cell before it pays, so the core charges it whole.
  view.setUint32(entry + OPCODE_GAS, opcode.name === 'SSTORE' ? 0 : opcode.gas, true)
  view.setUint8(entry + OPCODE_POPS, opcode.pops)
  view.setUint8(entry + OPCODE_PUSHES, opcode.pushes)
  view.setUint8(entry + OPCODE_ACTION, action(opcode))
  view.setUint8(entry + OPCODE_FLOW, flow(opcode))
}

function action({ name, flow }: Opcode): number {
  if (flow === 'system') return ACTION_MACHINE
  if (hostOpcodes.has(name)) return ACTION_HOST
  return referenceOpcodes.has(name) ? ACTION_REFERENCE : ACTION_RUN
}

function flow({ name, flow }: Opcode): number {
  if (flow === 'jump' || flow === 'end' || referenceOpcodes.has(name)) return FLOW_END
  return flow !== 'next' || hostOpcodes.has(name) || exactOpcodes.has(name) ? FLOW_BLOCK : FLOW_NEXT
}
