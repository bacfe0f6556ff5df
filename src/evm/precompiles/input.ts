/** The first `length` bytes of the input; zeros follow an input that is too short. */
export function fixedInput(input: Uint8Array, length: number): Uint8Array {
  if (input.length >= length) return input.subarray(0, length)
  const padded = new Uint8Array(length)
  padded.set(input)
  return padded
}

/** Number of 32-byte words of the input; a partial word counts as one. */
export const wordCount = (input: Uint8Array): number => Math.ceil(input.length / 32)

/** `maximumInput` of a precompile that uses all of its input. */
export const unlimitedInput = Number.POSITIVE_INFINITY
