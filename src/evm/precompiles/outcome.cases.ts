import { asAddress, concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from './precompile.ts'

export const anyCall: PrecompileCall = {
  kind: 'call',
  caller: asAddress(new Uint8Array(20)),
  value: 0n,
  depth: 0,
  isStatic: false,
  emit: () => undefined,
}

/** The output as hex, or "failure" for a `PrecompileFailure`. Other errors are thrown. */
export function outcome(precompile: Precompile, input: Uint8Array): string {
  try {
    return toHex(precompile.run(input, anyCall))
  } catch (error) {
    if (error instanceof PrecompileFailure) return 'failure'
    throw error
  }
}

/** Numbers as words of 32 bytes, strings as hex. */
export const join = (...parts: readonly (bigint | string)[]): Uint8Array =>
  concatBytes(...parts.map((part) => (typeof part === 'bigint' ? wordBytes(part) : fromHex(part))))

export const hexOf = (...parts: readonly (bigint | string)[]): string => toHex(join(...parts))
