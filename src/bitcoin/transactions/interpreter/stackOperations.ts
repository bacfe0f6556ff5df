import { doubleSha256, sha256 } from '../../../crypto/sha256.ts'
import { ripemd160, sha1 } from '../../../platform/hashes.ts'
import { equalBytes } from '../../../primitives/bytes.ts'
import { hash160 } from '../../keys/publicKey.ts'
import { opcodeOf } from '../../scripts/script.ts'
import { ScriptFailure } from './scriptFailure.ts'
import { isTruthy, type ScriptStack } from './scriptStack.ts'

/* The opcodes that work on the stack alone. */

type Operation = (stack: ScriptStack, alternative: ScriptStack) => void

const hashing =
  (hash: (bytes: Uint8Array) => Uint8Array): Operation =>
  (stack) =>
    stack.push(hash(stack.pop()))

/** Copies `count` items that begin `depth` items below the top. */
const copying =
  (count: number, depth = count - 1): Operation =>
  (stack) => {
    stack.need(depth + 1)
    for (let copied = 0; copied < count; copied++) stack.push(stack.peek(depth))
  }

/** Moves `count` items that begin `depth` items below the top to the top. */
const moving =
  (count: number, depth: number): Operation =>
  (stack) => {
    stack.need(depth + 1)
    for (let moved = 0; moved < count; moved++) stack.push(stack.take(depth))
  }

const unary =
  (result: (value: number) => number): Operation =>
  (stack) =>
    stack.pushNumber(result(stack.popNumber()))

const binary =
  (result: (a: number, b: number) => number | boolean): Operation =>
  (stack) => {
    stack.need(2)
    const b = stack.popNumber()
    stack.pushNumber(Number(result(stack.popNumber(), b)))
  }

function equal(stack: ScriptStack): void {
  stack.need(2)
  stack.pushBoolean(equalBytes(stack.pop(), stack.pop()))
}

function requireTrue(stack: ScriptStack, failure: 'verify' | 'equal-verify' | 'number-equal-verify'): void {
  if (!isTruthy(stack.pop())) throw new ScriptFailure(failure)
}

const byIndex =
  (use: (stack: ScriptStack, depth: number) => Uint8Array): Operation =>
  (stack) => {
    stack.need(2)
    const depth = stack.popNumber()
    if (depth < 0 || depth >= stack.size) throw new ScriptFailure('invalid-stack-operation')
    stack.push(use(stack, depth))
  }

function within(stack: ScriptStack): void {
  stack.need(3)
  const maximum = stack.popNumber()
  const minimum = stack.popNumber()
  const value = stack.popNumber()
  stack.pushBoolean(minimum <= value && value < maximum)
}

const isEqual = binary((a, b) => a === b)

const byName: Record<string, Operation> = {
  NOP: () => {},
  VERIFY: (stack) => requireTrue(stack, 'verify'),
  RETURN: () => {
    throw new ScriptFailure('op-return')
  },
  TOALTSTACK: (stack, alternative) => alternative.push(stack.pop()),
  FROMALTSTACK: (stack, alternative) => {
    if (alternative.size === 0) throw new ScriptFailure('invalid-altstack-operation')
    stack.push(alternative.pop())
  },
  '2DROP': (stack) => {
    stack.need(2)
    stack.pop()
    stack.pop()
  },
  '2DUP': copying(2),
  '3DUP': copying(3),
  '2OVER': copying(2, 3),
  '2ROT': moving(2, 5),
  '2SWAP': moving(2, 3),
  IFDUP: (stack) => {
    if (isTruthy(stack.peek())) stack.push(stack.peek())
  },
  DEPTH: (stack) => stack.pushNumber(stack.size),
  DROP: (stack) => {
    stack.pop()
  },
  DUP: copying(1),
  NIP: (stack) => {
    stack.take(1)
  },
  OVER: copying(1, 1),
  PICK: byIndex((stack, depth) => stack.peek(depth)),
  ROLL: byIndex((stack, depth) => stack.take(depth)),
  ROT: moving(1, 2),
  SWAP: moving(1, 1),
  TUCK: (stack) => {
    stack.need(2)
    const [top, second] = [stack.pop(), stack.pop()]
    stack.push(top, second, top)
  },
  SIZE: (stack) => stack.pushNumber(stack.peek().length),
  EQUAL: equal,
  EQUALVERIFY: (stack) => {
    equal(stack)
    requireTrue(stack, 'equal-verify')
  },
  '1ADD': unary((value) => value + 1),
  '1SUB': unary((value) => value - 1),
  NEGATE: unary((value) => 0 - value),
  ABS: unary(Math.abs),
  NOT: unary((value) => Number(value === 0)),
  '0NOTEQUAL': unary((value) => Number(value !== 0)),
  ADD: binary((a, b) => a + b),
  SUB: binary((a, b) => a - b),
  BOOLAND: binary((a, b) => a !== 0 && b !== 0),
  BOOLOR: binary((a, b) => a !== 0 || b !== 0),
  NUMEQUAL: isEqual,
  NUMEQUALVERIFY: (stack, alternative) => {
    isEqual(stack, alternative)
    requireTrue(stack, 'number-equal-verify')
  },
  NUMNOTEQUAL: binary((a, b) => a !== b),
  LESSTHAN: binary((a, b) => a < b),
  GREATERTHAN: binary((a, b) => a > b),
  LESSTHANOREQUAL: binary((a, b) => a <= b),
  GREATERTHANOREQUAL: binary((a, b) => a >= b),
  MIN: binary(Math.min),
  MAX: binary(Math.max),
  WITHIN: within,
  RIPEMD160: hashing(ripemd160),
  SHA1: hashing(sha1),
  SHA256: hashing(sha256),
  HASH160: hashing(hash160),
  HASH256: hashing(doubleSha256),
}

export const stackOperations: ReadonlyMap<number, Operation> = new Map(
  Object.entries(byName).map(([name, operation]) => [opcodeOf(name), operation]),
)

/** Opcodes that make a script fail even in a branch that is not taken. */
export const disabledOpcodes: ReadonlySet<number> = new Set(
  'CAT SUBSTR LEFT RIGHT INVERT AND OR XOR 2MUL 2DIV MUL DIV MOD LSHIFT RSHIFT'.split(' ').map(opcodeOf),
)
