import type { HaltCause } from '../halt.ts'
import { type Opcode, opcodeTable } from '../opcodes.ts'
import { type EvmRules, maximumStack } from '../rules.ts'
import { arithmetic } from './arithmetic.ts'
import { data } from './data.ts'
import { environment } from './environment.ts'
import { flow } from './flow.ts'
import type { DynamicGas, Execute, Operations } from './instruction.ts'
import { logs } from './logs.ts'
import { memoryAccess } from './memoryAccess.ts'
import { stack } from './stack.ts'
import { storage } from './storage.ts'
import { system } from './system.ts'

const operations: Operations = {
  ...arithmetic,
  ...environment,
  ...data,
  ...memoryAccess,
  ...storage,
  ...stack,
  ...flow,
  ...logs,
  ...system,
}

/** What the interpreter needs for a byte of code under some rules. */
export interface Instruction {
  readonly gas: number
  readonly dynamicGas: DynamicGas | undefined
  readonly machineGas: DynamicGas | undefined
  readonly pops: number
  /** Maximum height of the stack at which it can start. */
  readonly maximumHeight: number
  /** Why it cannot execute whatever stack and gas; undefined if it can. */
  readonly barrier: HaltCause | undefined
  readonly execute: Execute
}

type InstructionSet = readonly Instruction[]

export interface InstructionSets {
  readonly inStaticFrames: InstructionSet
  readonly elsewhere: InstructionSet
}

const noInstruction: Instruction = {
  gas: 0,
  dynamicGas: undefined,
  machineGas: undefined,
  pops: 0,
  maximumHeight: maximumStack,
  barrier: 'invalid-opcode',
  execute: (frame) => frame.halt('invalid-opcode'),
}

function instructionFor(opcode: Opcode | undefined, inStaticFrame: boolean): Instruction {
  if (opcode === undefined) return noInstruction
  const operation = operations[opcode.name]
  if (operation === undefined) throw new Error(`the reference engine lacks ${opcode.name}`)
  const { gas: dynamicGas, machineGas, execute } = operation
  return {
    gas: opcode.gas,
    dynamicGas,
    machineGas,
    pops: opcode.pops,
    maximumHeight: maximumStack + opcode.pops - opcode.pushes,
    barrier: barrierTo(opcode, inStaticFrame),
    execute,
  }
}

function barrierTo({ isActive, writes }: Opcode, inStaticFrame: boolean): HaltCause | undefined {
  if (!isActive) return 'invalid-opcode'
  return writes && inStaticFrame ? 'state-change-in-static-call' : undefined
}

function setsFor(rules: EvmRules): InstructionSets {
  const table = opcodeTable(rules)
  const set = (inStaticFrame: boolean): InstructionSet =>
    table.map((opcode) => instructionFor(opcode, inStaticFrame))
  return { inStaticFrames: set(true), elsewhere: set(false) }
}

const known = new WeakMap<EvmRules, InstructionSets>()

export function instructionSets(rules: EvmRules): InstructionSets {
  const sets = known.get(rules) ?? setsFor(rules)
  known.set(rules, sets)
  return sets
}
