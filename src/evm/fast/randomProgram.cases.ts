import type { Address } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { assemble, deployer } from '../assembler.cases.ts'
import type { EvmRules } from '../rules.ts'
import { type Label, ProgramWriter } from './programWriter.cases.ts'
import type { Random } from './random.cases.ts'

/*
 * Random programs that mostly succeed: the stack is deep enough, jumps go to destinations, loops end. Their
 * statements are a random choice from all that a contract can do.
 */

const binary =
  'ADD MUL SUB DIV SDIV MOD SMOD EXP SIGNEXTEND LT GT SLT SGT EQ AND OR XOR BYTE SHL SHR SAR'.split(' ')
const paired = ['ADD', 'SUB', 'MUL', 'AND', 'LT', 'GT', 'EQ', 'SHL', 'SHR']
const nullary = (
  'ADDRESS ORIGIN CALLER CALLVALUE CALLDATASIZE CODESIZE GASPRICE RETURNDATASIZE COINBASE TIMESTAMP NUMBER ' +
  'DIFFICULTY GASLIMIT CHAINID SELFBALANCE BASEFEE TXINDEX PC MSIZE GAS GAS MSIZE RETURNDATASIZE'
).split(' ')

interface Context {
  readonly writer: ProgramWriter
  readonly random: Random
  readonly targets: readonly Address[]
  readonly subroutines: readonly Label[]
}

/** A statement that lowers the stack lists in `needs` the height it requires. */
interface Statement {
  readonly weight: number
  readonly needs: number
  write(context: Context): void
}

const statement = (weight: number, needs: number, write: Statement['write']): Statement => ({
  weight,
  needs,
  write,
})

/** Mostly small; a few programs use memory that they cannot pay. */
const offset = (random: Random): bigint => (random.chance(250) ? random.word() : BigInt(random.below(400)))
const size = (random: Random): number => random.below(random.chance(10) ? 400 : 90)
const slot = (random: Random): number => random.below(5)
const target = ({ random, targets }: Context): bigint =>
  toBigInt(random.pick(targets)) + (random.chance(12) ? random.word() << 160n : 0n)

const statements: readonly Statement[] = [
  statement(40, 0, ({ writer, random }) => writer.push(random.word())),
  statement(40, 2, ({ writer, random }) => writer.op(random.pick(binary))),
  statement(8, 3, ({ writer, random }) => writer.op(random.pick(['ADDMOD', 'MULMOD']))),
  // The fast engine runs a PUSH or DUP together with what follows it.
  statement(30, 2, ({ writer, random }) => {
    if (random.chance(2)) writer.push(random.word())
    if (random.chance(2)) writer.push(random.chance(3) ? random.bits() : random.below(300))
    else writer.op(`DUP${1 + random.below(Math.min(4, writer.height))}`)
    writer.op(random.pick(paired))
  }),
  statement(8, 1, ({ writer, random }) => writer.op(random.pick(['ISZERO', 'NOT']))),
  statement(14, 1, ({ writer, random }) => writer.op(`DUP${1 + random.below(Math.min(16, writer.height))}`)),
  statement(14, 3, ({ writer, random }) =>
    writer.op(`SWAP${1 + random.below(Math.min(16, writer.height - 2))}`),
  ),
  statement(6, 2, ({ writer }) => writer.op('POP')),
  statement(4, 0, ({ writer }) => writer.op('PUSH0')),
  statement(10, 0, ({ writer, random }) => writer.op(random.pick(nullary))),
  statement(12, 0, ({ writer, random }) => {
    writer.push(offset(random))
    writer.op(random.pick(['MLOAD', 'MLOAD', 'CALLDATALOAD']))
  }),
  statement(12, 1, ({ writer, random }) => {
    writer.push(offset(random))
    writer.op(random.pick(['MSTORE', 'MSTORE', 'MSTORE8']))
  }),
  statement(6, 0, ({ writer, random }) => {
    writer.pushAll(random.chance(3) ? random.pick([32, 64]) : size(random), offset(random))
    writer.op('SHA3')
  }),
  statement(6, 0, ({ writer, random }) => {
    writer.pushAll(size(random), offset(random), offset(random))
    writer.op(random.pick(['CALLDATACOPY', 'CODECOPY', 'MCOPY', 'MCOPY']))
  }),
  statement(3, 0, ({ writer, random }) => {
    if (random.chance(8)) writer.pushAll(random.below(40), random.below(4))
    else {
      writer.op('RETURNDATASIZE')
      writer.push(0)
    }
    writer.push(random.below(200))
    writer.op('RETURNDATACOPY')
  }),
  statement(8, 0, ({ writer, random }) => {
    writer.push(slot(random))
    writer.op(random.pick(['SLOAD', 'SLOAD', 'TLOAD']))
  }),
  statement(10, 1, ({ writer, random }) => {
    if (random.chance(3)) writer.push(random.below(2))
    writer.push(slot(random))
    writer.op(random.pick(['SSTORE', 'SSTORE', 'SSTORE', 'TSTORE']))
    if (writer.height === 0) writer.push(1)
  }),
  statement(4, 0, (context) => {
    context.writer.push(target(context))
    context.writer.op(context.random.pick(['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH']))
  }),
  statement(2, 0, ({ writer, random }) => {
    writer.push(random.chance(4) ? random.word() : 990 + random.below(12))
    writer.op('BLOCKHASH')
  }),
  statement(2, 0, (context) => {
    const { writer, random } = context
    writer.pushAll(size(random), offset(random), random.below(200), target(context))
    writer.op('EXTCODECOPY')
  }),
  statement(5, 4, ({ writer, random }) => {
    const topics = random.below(5)
    for (let i = 0; i < topics; i++) writer.push(random.word())
    writer.pushAll(size(random), random.below(200))
    writer.op(`LOG${topics}`)
  }),
  statement(3, 0, jumpAnywhere),
  statement(4, 0, skipSome),
  statement(6, 2, callSubroutine),
  statement(7, 0, callContract),
  statement(2, 0, createContract),
  statement(1, 0, fillStack),
  statement(1, 0, ({ writer, random }) =>
    writer.raw(random.chance(12) ? random.pick([0x0c, 0x21, 0xfe, 0xef, ...writer.inactiveBytes]) : 0x5b),
  ),
]

/** Fills the stack, in one of eight cases, to its limit or one word beyond it. */
function fillStack({ writer, random }: Context): void {
  if (!random.chance(8)) return
  const count = 1024 - writer.height + (random.chance(3) ? 1 : 0)
  for (let i = 0; i < count; i++) writer.op('MSIZE')
  for (let i = 0; i < count; i++) writer.op('POP')
}

/** A conditional jump that is rarely taken, because few places are destinations. */
function jumpAnywhere({ writer, random }: Context): void {
  writer.push(random.chance(30) ? 1 : 0)
  writer.push(random.chance(4) ? random.word() : random.below(300))
  writer.op('JUMPI')
}

/** A test of two values that are known only at run time, and a jump over one instruction. */
function skipSome({ writer, random }: Context): void {
  const behind: Label = { position: 0 }
  if (random.chance(2)) writer.push(random.below(64))
  else writer.op('MSIZE')
  if (random.chance(3)) writer.push(random.below(64))
  else writer.op(random.pick(['CALLDATASIZE', 'RETURNDATASIZE']))
  writer.op(random.pick(['LT', 'GT', 'EQ', 'SLT']))
  if (random.chance(3)) writer.op('ISZERO')
  writer.pushLabel(behind)
  writer.op('JUMPI')
  writer.op(random.pick(['CALLER', 'GAS', 'MSIZE', 'PUSH0']), 'POP')
  writer.place(behind)
}

/** Return address, argument, jump: Solidity compiles internal calls to this. */
function callSubroutine({ writer, random, subroutines }: Context): void {
  const back: Label = { position: 0 }
  writer.pushLabel(back)
  writer.op('SWAP1')
  writer.jump(random.pick(subroutines))
  writer.height--
  writer.place(back)
}

function callContract(context: Context): void {
  const { writer, random } = context
  const kind = random.pick(['CALL', 'CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE'])
  const called = target(context)
  // The fast engine makes a call itself after an earlier call to the same account.
  for (let calls = random.chance(2) ? 1 : 3; calls > 0; calls--) {
    writer.pushAll(size(random), offset(random), size(random), offset(random))
    if (writer.operandsOf(kind) === 7) writer.push(random.chance(3) ? random.below(5) : 0)
    writer.push(called)
    // A callee that halts loses all its gas, so most callees get little.
    if (random.chance(6)) writer.op('GAS')
    else writer.push(random.chance(12) ? random.word() : random.below(60_000))
    writer.op(kind)
  }
}

const initCodes = [
  assemble('0 0 RETURN'),
  assemble('7 0 SSTORE 1 0 MSTORE 32 0 LOG0 0 0 REVERT'),
  assemble('3 1 SSTORE 0 1 SSTORE 0 0 RETURN'),
  deployer(assemble('CALLVALUE 2 SSTORE CALLER SELFDESTRUCT')),
  deployer(assemble('0 CALLDATALOAD 1 ADD 0 MSTORE 32 0 RETURN')),
  assemble('#ef00 0 MSTORE 2 30 RETURN'),
  assemble('ADDRESS SELFDESTRUCT'),
]
const failingInitCode = assemble('#fe')

function createContract({ writer, random }: Context): void {
  const code = random.chance(10) ? failingInitCode : random.pick(initCodes)
  const padded = new Uint8Array(32)
  padded.set(code.subarray(0, 32))
  writer.push(toBigInt(padded))
  writer.push(0)
  writer.op('MSTORE')
  const isCreate2 = random.chance(2)
  // A taken address costs all gas, so only some salts repeat.
  if (isCreate2 && random.chance(8)) writer.push(random.below(2))
  else if (isCreate2) writer.op('GAS')
  writer.pushAll(random.chance(10) ? size(random) : code.length, 0, random.chance(3) ? random.below(4) : 0)
  writer.op(isCreate2 ? 'CREATE2' : 'CREATE')
}

/** Stack [return address, x] → [f(x)]. */
function writeSubroutine(context: Context, label: Label): void {
  const { writer, random } = context
  writer.height = 1
  writer.place(label)
  writer.height = 2
  for (let i = random.below(5); i > 0; i--) {
    writer.push(random.word())
    if (random.chance(3)) writer.op('SWAP1')
    writer.op(random.pick(binary))
  }
  if (random.chance(4)) writer.op('DUP1', 'ISZERO', 'ISZERO', 'POP')
  writer.op('SWAP1', 'JUMP')
}

/** Mixes all words above the counter into the first word of memory, which is part of the output. */
function remember(writer: ProgramWriter): void {
  while (writer.height > 1) {
    writer.push(0)
    writer.op('MLOAD')
    writer.push(3)
    writer.op('MUL', 'ADD')
    writer.push(0)
    writer.op('MSTORE')
  }
}

/** Decrements the word at the bottom of the stack and jumps to another block while it is positive. */
function writeBranch({ writer, random }: Context, blocks: readonly Label[], index: number): void {
  remember(writer)
  writer.push(1)
  writer.op('SWAP1', 'SUB', 'DUP1')
  if (random.chance(2)) {
    writer.push(0)
    writer.op('SLT')
  } else writer.op('ISZERO', 'ISZERO')
  writer.pushLabel(random.pick(blocks))
  writer.op('JUMPI')
  const later = blocks.slice(index + 1)
  if (later.length === 0 || !random.chance(3)) return
  writer.pushLabel(random.pick(later))
  if (random.chance(2)) writer.op('PUSH0', 'ADD')
  writer.op('JUMP')
}

function writeEnd({ writer, random, targets }: Context): void {
  if (random.chance(12)) {
    writer.push(toBigInt(random.pick(targets)))
    writer.op('SELFDESTRUCT')
    return
  }
  remember(writer)
  writer.pushAll(random.pick([32, 64, 200]), random.chance(4) ? random.below(40) : 0)
  writer.op(random.pick(['RETURN', 'RETURN', 'RETURN', 'REVERT']))
}

/** A program of the instructions under some rules that may call the `targets`. */
export function randomProgram(random: Random, targets: readonly Address[], rules: EvmRules): Uint8Array {
  const writer = new ProgramWriter(rules)
  const labels = (count: number): Label[] => Array.from({ length: count }, () => ({ position: 0 }))
  const subroutines = labels(3)
  const blocks = labels(1 + random.below(5))
  const context = { writer, random, targets, subroutines }

  if (random.chance(40)) writer.raw(0xfc, 0, 0, 0)
  writer.push(1 + random.below(8))
  blocks.forEach((block, index) => {
    writer.height = 1
    writer.place(block)
    for (let i = 2 + random.below(24); i > 0; i--) {
      const { needs, write } = random.pickByWeight(statements)
      if (writer.height < needs) writer.push(random.word())
      else write(context)
      // The counter stays at the bottom of the stack.
      if (writer.height < 1) writer.push(1)
    }
    if (random.below(10) < 8) writeBranch(context, blocks, index)
    else writeEnd(context)
  })
  writer.height = 1
  writeEnd(context)
  for (const subroutine of subroutines) writeSubroutine(context, subroutine)
  if (random.chance(6)) writer.raw(...random.bytes(random.below(12)), 0x7f)
  return writer.finish()
}
