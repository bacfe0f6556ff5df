import { asciiBytes, leftPad } from '../primitives/bytes.ts'

/** The storage key of a named value of a native contract: its ASCII name, right-aligned in a word. */
export const cellKey = (name: string): Uint8Array => leftPad(asciiBytes(name), 32)
