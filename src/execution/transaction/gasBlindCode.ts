import type { Code } from '../../evm/host.ts'
import { opcodeByte, opcodeName } from '../../evm/opcodes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'

const bytesOf = (...names: string[]): ReadonlySet<number> => new Set(names.map((name) => opcodeByte(name)!))

/** They tell how much gas is left, or hand it on to code that may ask. */
const gasAware = bytesOf('GAS', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2')
/** Behind them nothing runs unless something jumps there. */
const leaving = bytesOf('STOP', 'JUMP', 'RETURN', 'REVERT', 'SELFDESTRUCT')
const [jumpDestination] = bytesOf('JUMPDEST')
const [push1] = bytesOf('PUSH1')
const [push32] = bytesOf('PUSH32')
/** Starts code that has a header of its own. */
const header = 0xfc

const known = new WeakMap<Code, boolean>()

/**
 * Whether code cannot tell how much gas it has, because nothing that could run asks for it or calls anything.
 * Such code does the same with any gas that suffices, and what it used is what it needs. Code with a header is
 * not looked into.
 */
export const isGasBlind = (code: Code): boolean =>
  getOrCreate(known, code, ({ bytes }) => bytes[0] !== header && !reachesGas(bytes))

/** Behind the code of most contracts stand bytes that never run, such as a hash of their source: they do not count. */
function reachesGas(bytes: Uint8Array): boolean {
  let canRun = true
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === jumpDestination) canRun = true
    if (canRun && gasAware.has(byte)) return true
    if (leaving.has(byte) || opcodeName(byte) === undefined) canRun = false
    if (byte >= push1! && byte <= push32!) at += byte - push1! + 1
  }
  return false
}
