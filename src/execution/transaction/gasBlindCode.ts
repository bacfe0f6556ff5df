import type { Code } from '../../evm/host.ts'
import { opcodeByte, opcodeName } from '../../evm/opcodes.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'

const bytesOf = (...names: string[]): ReadonlySet<number> => new Set(names.map((name) => opcodeByte(name)!))

/** Opcodes that return the remaining gas, or pass gas to code that may use it. */
const gasAware = bytesOf('GAS', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2')
/** Opcodes after which execution continues only at the target of a jump. */
const leaving = bytesOf('STOP', 'JUMP', 'RETURN', 'REVERT', 'SELFDESTRUCT')
const [jumpDestination] = bytesOf('JUMPDEST')
const [push1] = bytesOf('PUSH1')
const [push32] = bytesOf('PUSH32')
/** The first byte of code with a header. */
const header = 0xfc

/**
 * Whether the execution of code cannot depend on its gas, because no reachable opcode returns gas or makes a call. Such
 * code does the same with any sufficient gas, so the gas it used is the gas it needs. False for code with a header.
 */
export const isGasBlind: (code: Code) => boolean = rememberedByObject(
  ({ bytes }) => bytes[0] !== header && !reachesGas(bytes),
)

/** Ignores unreachable bytes: most contracts end with some, such as a hash of their source. */
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
