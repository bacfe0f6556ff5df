import { toBigInt } from '../primitives/integers.ts'

/* Pieces of programs that many tests use. */

type Region = readonly [offset: number, size: number]

interface CallPhrase {
  readonly gas?: number | bigint | 'GAS'
  readonly value?: number
  readonly input?: Region
  readonly output?: Region
}

const emptyRegion: Region = [0, 0]

/** Leaves the result of the call on the stack. */
export function call(
  kind: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL',
  target: number | bigint,
  { gas = 'GAS', value = 0, input = emptyRegion, output = emptyRegion }: CallPhrase = {},
): string {
  const regions = `${output[1]} ${output[0]} ${input[1]} ${input[0]}`
  const takesValue = kind === 'CALL' || kind === 'CALLCODE'
  return `${regions} ${takesValue ? value : ''} ${target} ${gas} ${kind}`
}

/** Leaves the gas that `body` costs on the stack. The body must not change the height of the stack. */
export const measured = (body: string): string => `GAS ${body} GAS SWAP1 SUB 2 SWAP1 SUB`

/** Puts the word on top of the stack into memory. */
export const keep = (slot: number): string => `${32 * slot} MSTORE`

/** Ends a program by returning the first words of its memory. */
export const returnWords = (count: number): string => `${32 * count} 0 RETURN`

export function wordsOf(output: Uint8Array): bigint[] {
  return Array.from({ length: output.length / 32 }, (_, index) =>
    toBigInt(output.subarray(32 * index, 32 * index + 32)),
  )
}

/** Writes bytes into memory at 0. */
export function writeMemory(bytes: Uint8Array): string {
  const words = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, index) => {
    const word = new Uint8Array(32)
    word.set(bytes.subarray(32 * index, 32 * index + 32))
    return `${toBigInt(word)} ${32 * index} MSTORE`
  })
  return words.join(' ')
}
